import fc from "fast-check";
import { expect, test } from "vitest";
import { aKind, anOperation, aReading, region } from "#/testing/arbitraries.ts";
import type { Baseline } from "./baseline.ts";
import { baselineWithout } from "./baseline-without.ts";
import { nextBaseline } from "./next-baseline.ts";
import { touchedElements } from "./operation.ts";

const read = (value: boolean) => ({ value });

test("[B2] L without the last decision is L before it", () => {
  const aDecision = aKind.chain((kind) =>
    fc.tuple(
      fc.constant(kind),
      anOperation(kind),
      anOperation(kind),
      fc.array(aReading(kind), { minLength: 3, maxLength: 3 }),
    ),
  );
  fc.assert(
    fc.property(aDecision, ([kind, first, last, [start = null, seen = null, base = null]]) => {
      const decide = (before: Baseline, operation: typeof first, on: typeof base) =>
        nextBaseline(kind, before, start, on, region, touchedElements(operation, region));
      const before = decide({}, first, seen);
      const after = decide(before, last, base);
      expect(baselineWithout(after, { before, after })).toEqual(before);
      expect(baselineWithout(after, { before: null, after })).toBeNull();
    }),
  );
});

test("[B2] [B3] L without a decision keeps what others decided since, before and after it", () => {
  const before = { whole: { value: ["ins_a"] }, elements: { ins_b: read(true) } };
  const after = { ...before, elements: { ...before.elements, ins_c: read(true) } };
  const since = { ...after, elements: { ...after.elements, ins_d: read(false) } };
  expect(baselineWithout(since, { before, after })).toEqual({
    ...before,
    elements: { ins_b: read(true), ins_d: read(false) },
  });
  const other = { ...since, elements: { ...since.elements, ins_c: read(false) } };
  expect(baselineWithout(other, { before, after }), "decided since").toBe(other);
});

test("[B2] [B3] L without a decision about the whole field has what was decided of its elements since", () => {
  const before = { elements: { ins_b: read(true) } };
  const after = { whole: { value: ["ins_a"] } };
  const since = { ...after, elements: { ins_d: read(true) } };
  expect(baselineWithout(since, { before, after })).toEqual({ elements: { ins_b: read(true), ins_d: read(true) } });
  const other = { whole: { value: ["ins_e"] }, elements: { ins_d: read(true) } };
  expect(baselineWithout(other, { before, after }), "decided since").toBe(other);
});
