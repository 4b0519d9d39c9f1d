import { describe, expect, it } from "vitest";
import { dayOrderIn, daysInText } from "./days-in-text.ts";

describe("a day in a text", () => {
  it.each([
    ["2026-11-20"],
    ["2026/11/20"],
    ["2026-11-20T00:00:00.000Z"],
    ["2026-11-20 09:30"],
    ["11/20/2026"],
    ["20.11.2026"],
    ["20/11/2026"],
    ["11/20/2026 0:00"],
    ["11/20/2026 12:00:00 AM"],
    ["20 Nov 2026"],
    ["20-Nov-26"],
    ["20-nov-2026"],
    ["20 November 2026"],
    ["Nov 20, 2026"],
    ["November 20th, 2026"],
  ])("[I14] %j is the 20th of November", (text) => {
    expect(daysInText(text)).toEqual(["2026-11-20"]);
  });

  it.each([
    ["soon"],
    ["11/20"],
    ["11/20/26"],
    ["2026-02-30"],
    ["31/31/2026"],
    ["20 Nonsense 2026"],
    ["46346"],
    ["2026-11-20 or so"],
    [`2026-11-20${" ".repeat(100_000)}x`],
  ])("[I14] %j is none", (text) => {
    expect(daysInText(text)).toEqual([]);
  });

  it("[I14] in figures may be two days, unless its order is known", () => {
    expect(daysInText("4/3/2026")).toEqual(["2026-04-03", "2026-03-04"]);
    expect(daysInText("5/5/2026")).toEqual(["2026-05-05"]);
    expect(daysInText("4/3/2026", "month first")).toEqual(["2026-04-03"]);
    expect(daysInText("4.3.2026", "day first")).toEqual(["2026-03-04"]);
    expect(["4/3/2026", "2026-11-20", "soon", "11/20/2026", "20.11.2026"].map(dayOrderIn)).toEqual([
      null,
      null,
      null,
      "month first",
      "day first",
    ]);
    expect(daysInText("11/20/2026", "day first")).toEqual([]);
  });
});
