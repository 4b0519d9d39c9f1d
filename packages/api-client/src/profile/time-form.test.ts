import { describe, expect, it } from "vitest";
import { fillTemplate, malformedPlaceholders, placeholdersOf } from "./template.ts";

describe("the form of a time", () => {
  // Half past ten in the evening in Chicago is the next day in UTC and in Auckland.
  const values = { from: "2026-11-24T04:30:00.000Z", timeZone: "America/Chicago" };

  it.each([
    ["{from}", "2026-11-24T04:30:00.000Z"],
    ["{from:date}", "2026-11-23"],
    ["{from:date@Pacific/Auckland}", "2026-11-24"],
    ["{from:seconds}", 1_795_494_600],
    ["{from:milliseconds}", 1_795_494_600_000],
    ["after {from:date}, in {timeZone}", "after 2026-11-23, in America/Chicago"],
    ["after {from:seconds}", "after 1795494600"],
  ])("%s is written as %s", (template, written) => {
    expect(fillTemplate(template, values)).toBe(written);
    expect(placeholdersOf(template)).toContain("from");
    expect(malformedPlaceholders(template)).toEqual([]);
  });

  it("is a day of UTC where no zone is known, and no day for what is no time", () => {
    expect(fillTemplate("{from:date}", { from: values.from })).toBe("2026-11-24");
    expect(fillTemplate("{from:date}", { from: "soon" })).toBeUndefined();
  });

  it("has a zone that exists", () => {
    expect(malformedPlaceholders(["{from:date@Mars/Olympus}", "{from:day}", "{from:date@}"])).toEqual([
      "{from:date@Mars/Olympus}",
      "{from:day}",
      "{from:date@}",
    ]);
  });
});
