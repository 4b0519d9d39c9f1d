import { expect, test } from "vitest";
import type { FieldRow } from "#/record/field-row.ts";
import { overrideNote } from "./override-note.ts";

const noteOf = (verdict: string, values: object) =>
  overrideNote(
    { comparison: { verdict, values }, wording: { kind: "phones" } } as unknown as FieldRow,
    undefined,
    new Date(0),
  );

test("what only base has is called removed only where that is known", () => {
  const values = { base: { value: "A" }, effective: { absent: true } };
  expect(noteOf("ours", values)).toBe("removed here");
  expect(noteOf("base moved", values)).toBe("new in base");
  expect(noteOf("differs", values)).toBe("not here");
});
