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

  it.each([
    // Midnight, and one second before it, in the zone of the days.
    ["2026-11-25T06:00:00.000Z", "{to:date}", "2026-11-25"],
    ["2026-11-25T05:59:59.000Z", "{to:date}", "2026-11-25"],
    // Midnight of another zone than that of the days: the day that has begun there belongs to the range.
    ["2026-11-25T00:00:00.000Z", "{to:date}", "2026-11-25"],
    ["2026-11-25T06:00:00.000Z", "{to:date@Pacific/Auckland}", "2026-11-26"],
    ["2026-11-25T00:00:00.000Z", "{to:date@Pacific/Auckland}", "2026-11-26"],
    // Midnight of a day that begins at one o'clock.
    ["2026-09-06T04:00:00.000Z", "{to:date@America/Santiago}", "2026-09-06"],
    ["2026-09-06T03:59:59.000Z", "before {to:date@America/Santiago}", "before 2026-09-06"],
    ["2026-11-25T06:00:00.500Z", "{to:seconds}", 1_795_586_401],
    ["2026-11-25T06:00:00.500Z", "{to:milliseconds}", 1_795_586_400_500],
  ])("leaves nothing out before the end of a range: %s as %s is %s", (to, template, written) => {
    expect(fillTemplate(template, { to, timeZone: "America/Chicago" })).toBe(written);
  });

  it("is a day of UTC where no zone is known, and what is no time stays as it is", () => {
    expect(fillTemplate("{from:date}", { from: values.from })).toBe("2026-11-24");
    expect(fillTemplate("{from:date}", { from: "START_AT" })).toBe("START_AT");
  });

  it("has a zone that exists", () => {
    expect(
      malformedPlaceholders(["{from:date@Mars/Olympus}", "{from:date@20261123T10Z}", "{from:day}", "{from:date@}"]),
    ).toEqual(["{from:date@Mars/Olympus}", "{from:date@20261123T10Z}", "{from:day}", "{from:date@}"]);
  });
});
