import fc from "fast-check";
import { expect, test } from "vitest";
import { compareField } from "#/compare/compare-field.ts";
import type { FieldInput } from "#/compare/field-input.ts";
import type { FieldKind } from "#/records/field.ts";
import type { Reading } from "#/records/reading.ts";
import { aChange, aField, aKind, anOperation, aReading, observed, region } from "#/testing/arbitraries.ts";
import type { Change } from "./change.ts";
import { valueToSend } from "./fold-changes.ts";
import { nextBaseline, nextKnown } from "./next-baseline.ts";
import { touchedElements } from "./operation.ts";
import type { Operation } from "./operation.ts";

/** A field of a fresh copy, in which the operations are approved, sent and read back one after the other. */
function lived(kind: FieldKind, start: Reading, operations: readonly Operation[]): FieldInput {
  let field = aField({ kind, original: observed(start), base: start, index: start });
  operations.forEach((operation, at) => {
    const change: Change = aChange(operation, { id: `chg_${at}`, kind, order: at, state: "applied" });
    const touched = touchedElements(operation, region);
    const index = valueToSend(kind, field.index ?? start, [change], region);
    field = {
      ...field,
      index,
      changes: [...field.changes, change],
      baseline: nextBaseline(kind, field.baseline, start, field.base, region, touched),
      known: nextKnown(kind, field.known, start, index, region, touched),
    };
  });
  return field;
}

const aLife = aKind.chain((kind) =>
  fc.tuple(
    fc.constant(kind),
    aReading(kind),
    fc.array(
      anOperation(kind).filter(({ op }) => op !== "reset" && op !== "takeBase"),
      { maxLength: 4 },
    ),
  ),
);

test("[B2] [B4] what we approved, sent and read back is ours or the same, and nothing of it is outside or held", () => {
  fc.assert(
    fc.property(aLife, ([kind, start, operations]) => {
      const { verdict, flags } = compareField(lived(kind, start, operations));
      expect(["ours", "same"]).toContain(verdict);
      expect(flags).not.toContain("outside");
      expect(flags).not.toContain("held");
    }),
  );
});

test("[B2] a base that moves after the decision is seen, and only where it moved", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom("ins_a", "ins_b", "ins_c")), anOperation("set"), (ids, operation) => {
      const touched = touchedElements(operation, region);
      fc.pre(touched !== null);
      const field = lived("set", { value: ids }, [operation]);
      const moved = compareField({ ...field, base: { value: [...ids, "ins_new"] } });
      const verdicts = moved.parts.map((part) => part.verdict === "base moved");
      expect(verdicts.filter(Boolean)).toHaveLength(1);
      expect(moved.parts.find((part) => part.key === "ins_new")?.verdict).toBe("base moved");
    }),
  );
});
