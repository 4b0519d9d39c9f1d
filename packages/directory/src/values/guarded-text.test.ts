import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardText, guardTypedText, unguardText } from "./guarded-text.ts";

const cellText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "\n", ";", " ", "0", "1", "e", "＝", "x") }),
  fc.constantFrom("true", "'5/6", "10:30", "1.50", "''March 5", "(5)", "$5", "50%"),
  fc.constantFrom("#N/A", "'#N/A", "#REF!", "#REF", "#div/0!", "''#NAME?"),
);

describe("a text in a cell", () => {
  it("[I6] is the same again after it was guarded", () => {
    fc.assert(
      fc.property(cellText, (text) => {
        expect(unguardText(guardText(text))).toBe(text);
        expect(unguardText(guardTypedText(text))).toBe(text);
      }),
    );
  });

  it("begins no formula, neither at its start nor where some spreadsheets split it", () => {
    fc.assert(
      fc.property(cellText, (text) => {
        for (const part of guardText(text).split(/[;\t\r\n]/)) expect(part.trim()).not.toMatch(/^[=+\-@＝＋－＠]/u);
      }),
    );
  });

  it.each([
    ["+49 30 1", "'+49 30 1"],
    ["9007199254740993", "'9007199254740993"],
    ["0012", "'0012"],
    ["12e7", "'12e7"],
    ["'=cmd()", "''=cmd()"],
    ["4155550142", "4155550142"],
    ["5/6", "'5/6"],
    ["1-2", "'1-2"],
    ["11/20/2026", "'11/20/2026"],
    ["20.11.2026", "'20.11.2026"],
    ["20 Nov 2026", "'20 Nov 2026"],
    ["March 5", "'March 5"],
    ["May 2026", "'May 2026"],
    ["10:30", "'10:30"],
    ["9:00 am", "'9:00 am"],
    ["TRUE", "'TRUE"],
    ["1.50", "'1.50"],
    [".5", "'.5"],
    ["1,000", "'1,000"],
    ["50%", "'50%"],
    ["$5", "'$5"],
    ["(415)", "'(415)"],
    ["1 1/2", "'1 1/2"],
    ["''true", "'''true"],
    ["2026-11-20", "2026-11-20"],
    ["2026-11-20T10:00:00.000Z", "2026-11-20T10:00:00.000Z"],
    ["1.5", "1.5"],
    ["555-0143", "555-0143"],
    ["415-555-0192", "415-555-0192"],
    ["(415) 555-0142", "(415) 555-0142"],
    ["May Lee", "May Lee"],
    ["Marble Street 5", "Marble Street 5"],
    ["12 Elm Street", "12 Elm Street"],
    ["O'Brien", "O'Brien"],
    ["#N/A", "'#N/A"],
    ["#1 in town", "#1 in town"],
    ["\t=cmd()", "'\t'=cmd()"],
  ])("guards %j as %j", (text, guarded) => {
    expect(guardText(text)).toBe(guarded);
  });
});
