import { describe, expect, it } from "vitest";
import { rosterAnswers, withoutLines, withPeopleApart } from "./roster-answers.ts";

describe("roster answers", () => {
  it("ids are counted once, repeats and lines without an id apart", () => {
    const { good, practitioners, schedules, lookedUp, repeats, bad, read } = rosterAnswers(
      "ag-4wn8plq2\ncl-3v9t2ma8\nag-4wn8plq2\n\n?? 12\nJust A Name",
      { schedulePrefix: "ag-", practitionerPrefix: "cl-", otherPrefixes: {} },
    );
    expect({ good, practitioners, schedules, lookedUp, read }).toEqual({
      good: 3,
      practitioners: 1,
      schedules: 1,
      lookedUp: 1,
      read: 5,
    });
    expect(repeats.map(({ line, repeats: of }) => [line, of])).toEqual([[3, 1]]);
    expect(bad.map(({ line }) => line)).toEqual([5]);
  });

  it("lines are left out by their number, whatever ends them", () => {
    expect(withoutLines("a\r\nb\nc\rd", [{ line: 2 }, { line: 4 }])).toBe("a\nc");
    expect(withoutLines("a\nb\nc\nd", [{ line: 2, lastLine: 3 }])).toBe("a\nd");
  });

  it("a line that may name several people is told, and made a line for each", () => {
    const ids = { schedulePrefix: "ag-", practitionerPrefix: "cl-", otherPrefixes: {} };
    const text = "Meyer, Anna\nAnna Meyer and Bo Lee\nag-4wn8plq2, Anna Meyer, Bo Lee\nMeyer, Anna & Lee, Bo";
    const { several } = rosterAnswers(text, ids);
    expect(several).toEqual([
      { line: 2, people: ["Anna Meyer", "Bo Lee"] },
      { line: 4, people: ["Meyer, Anna", "Lee, Bo"] },
    ]);
    const apart = several.toReversed().reduce(withPeopleApart, text);
    expect(apart.split("\n").slice(1)).toEqual([
      "Anna Meyer",
      "Bo Lee",
      "ag-4wn8plq2, Anna Meyer, Bo Lee",
      '"Meyer, Anna"',
      '"Lee, Bo"',
    ]);
    expect(rosterAnswers(apart, ids).several).toEqual([]);
    expect(rosterAnswers("Name\nAnna Meyer and Bo Lee", ids).several).toEqual([]);
  });
});
