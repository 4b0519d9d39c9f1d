import { expect, test } from "vitest";
import type { FieldRow } from "#/record/field-row.ts";
import { foldedWords } from "./row-filter.ts";

test("what has no verdict is not told to be the same", () => {
  const rows = (...verdicts: ("same" | null)[]) =>
    verdicts.map((verdict) => ({
      onlyHere: false,
      comparison: { verdict, flags: [], drafts: [] },
    })) as unknown as FieldRow[];
  expect(foldedWords(rows())).toBeNull();
  expect(foldedWords(rows("same"))).toBe("1 value is the same");
  expect(foldedWords(rows("same", "same", null))).toBe("2 values are the same, 1 value cannot be compared");
  expect(foldedWords(rows(null, null))).toBe("2 values cannot be compared");
});
