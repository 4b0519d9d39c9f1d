import { expect, test } from "vitest";
import type { FieldRow, RowComparison } from "#/record/field-row.ts";
import { statusText } from "./status-text.ts";

const absent = { absent: true } as const;
const row = { onlyHere: false, lost: false, wording: {} as FieldRow["wording"] };
const compared = (preview: RowComparison["values"]["preview"]): RowComparison =>
  ({
    verdict: "same",
    flags: [],
    override: null,
    values: { original: absent, baseline: absent, base: absent, index: absent, effective: absent, preview },
  }) as unknown as RowComparison;

test("what is the same as standard is not called so without what is staged over it", () => {
  expect(statusText(compared(absent), row)).toBe("Same as standard.");
  expect(statusText(compared({ value: { number: "+13125550199" } }), row)).toBe(
    "Same as standard until what is staged is applied.",
  );
});
