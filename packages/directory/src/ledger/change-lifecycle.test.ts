import fc from "fast-check";
import { expect, test } from "vitest";
import { compareField } from "#/compare/compare-field.ts";
import type { FieldInput } from "#/compare/field-input.ts";
import type { FieldKind } from "#/kinds/kinds.ts";
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
  operations.forEach((operation, position) => {
    const change: Change = aChange(operation, { id: `chg_${position}`, kind, order: position, state: "applied" });
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

const line = (number: string) => ({ number, extension: null, label: "Front desk" });
const keyOf = (number: string) => `${number};ext=`;
const [ours, theirs, base] = ["+12125550100", "+14155550142", "+14155550150"] as const;

test("[B2] the decision about an entry that somebody renumbered is made against what base calls it", () => {
  const operations: Operation[] = [
    { op: "replace", element: keyOf(theirs), by: line(ours) },
    { op: "remove", element: keyOf(theirs) },
  ];
  const index: Reading = { value: [line(theirs)] };
  for (const start of [null, { value: [line("+14155550199")] }]) {
    for (const operation of operations) {
      const after = valueToSend("phones", index, [{ operation }], region);
      const baseline = nextBaseline(
        "phones",
        {},
        start,
        { value: [line(base)] },
        region,
        touchedElements(operation, region),
        [index, after],
      );
      const change = aChange(operation, { kind: "phones", state: "held" });
      const original = start === null ? null : observed(start);
      const compared = compareField(
        aField({ kind: "phones", original, baseline, base: { value: [line(base)] }, index, changes: [change] }),
      );
      expect(compared.verdict).toBe("ours");
    }
  }
});

test("[B4] what somebody else put in the place of a number that was to be removed is not known by that", () => {
  const original = observed({ value: [line(base)] });
  const operation: Operation = { op: "remove", element: keyOf(base) };
  const index: Reading = { value: [line(theirs)] };
  const touched = touchedElements(operation, region);
  const known = nextKnown("phones", {}, original.reading, index, region, touched, [original.reading, { value: [] }]);
  const changes = [aChange(operation, { kind: "phones", state: "applied" })];
  expect(
    compareField(aField({ kind: "phones", original, known, base: original.reading, index, changes })).flags,
  ).toContain("outside");
});

test("[B4] an entry of which the number was changed outside is known by ours once that was written and read back", () => {
  const original = observed({ value: [line(base)] });
  const operation: Operation = { op: "replace", element: keyOf(theirs), by: line(ours) };
  const index: Reading = { value: [line(ours)] };
  const touched = touchedElements(operation, region);
  const known = nextKnown("phones", {}, original.reading, index, region, touched, [{ value: [line(theirs)] }, index]);
  const changes = [aChange(operation, { kind: "phones", state: "applied" })];
  const compared = compareField(aField({ kind: "phones", original, known, base: original.reading, index, changes }));
  expect(compared.flags).not.toContain("outside");
  expect(compared.parts).toHaveLength(1);
});
