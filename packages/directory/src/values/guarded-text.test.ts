import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardText, guardTypedText, unguardText } from "./guarded-text.ts";

const cellText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "\n", ";", " ", "0", "1", "e", "＝", "x") }),
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
    ["O'Brien", "O'Brien"],
    ["#N/A", "'#N/A"],
    ["#1 in town", "#1 in town"],
    ["\t=cmd()", "'\t'=cmd()"],
  ])("guards %j as %j", (text, guarded) => {
    expect(guardText(text)).toBe(guarded);
  });
});
