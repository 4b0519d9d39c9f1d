import fc from "fast-check";
import { expect, test } from "vitest";
import { aChange, aKind, anyField, record } from "./arbitrary.ts";
import { compareRecord, countVerdicts } from "./compare-record.ts";
import type { Presence, RecordInput } from "./compare-record.ts";
import type { RecordComparison } from "./comparison.ts";
import { isTold, sentencesOfRecord } from "./sentence-of.ts";
import { leavesOf } from "./compare-record.ts";
import { plainText } from "./span.ts";
import { verdictsWorstFirst, worstVerdict } from "./verdict.ts";

const context = {
  recordName: "Elm Street Clinic",
  planName: (id: string) => (id === "ins_a" ? "Unión Salud Básico" : null),
};
const somewhere = { original: null, baseline: null, base: "present", index: "present", known: null } as const;

const aRecord = fc.array(aKind.chain(anyField), { maxLength: 4 }).map((fields): RecordInput => ({
  record,
  presence: somewhere,
  fields: fields.map((field, at) => ({ ...field, key: `field ${at}` })),
  changes: [],
}));

function leavesIn(comparison: RecordComparison) {
  return comparison.fields.flatMap(leavesOf);
}

test("[V4] [V11] the verdict of a record is its worst, and the counts are those of the leaves", () => {
  fc.assert(
    fc.property(aRecord, (input) => {
      const comparison = compareRecord(input);
      const leaves = leavesIn(comparison);
      expect(comparison.verdict).toBe(worstVerdict(leaves.map((leaf) => leaf.verdict)));
      for (const verdict of verdictsWorstFirst) {
        expect(comparison.counts[verdict]).toBe(leaves.filter((leaf) => leaf.verdict === verdict).length);
      }
      expect(comparison.counts).toEqual(countVerdicts(comparison.fields));
    }),
  );
});

test("[T1] [T3] sentences agree with the comparison: each leaf to tell is told once, no other is, and text is its spans", () => {
  fc.assert(
    fc.property(aRecord, (input) => {
      const comparison = compareRecord(input);
      const sentences = sentencesOfRecord(comparison, context);
      for (const field of comparison.fields) {
        const told = sentences
          .filter((sentence) => sentence.field === field.key)
          .flatMap((sentence) => (sentence.parts.length === 0 ? [field.key] : sentence.parts));
        const toTell = leavesOf(field)
          .filter(isTold)
          .map((leaf) => leaf.key);
        expect(told.toSorted()).toEqual(toTell.toSorted());
      }
      const { counts } = comparison;
      const marked = (mark: string) =>
        sentences.filter((one) => one.mark === mark).reduce((sum, one) => sum + Math.max(1, one.parts.length), 0);
      expect(marked("conflict")).toBe(counts.conflict);
      const outside = leavesIn(comparison).filter(
        (leaf) => leaf.verdict !== "conflict" && leaf.flags.includes("outside"),
      );
      expect(marked("outside")).toBe(outside.length);
      const without = (verdict: string) =>
        leavesIn(comparison).filter((leaf) => leaf.verdict === verdict && !leaf.flags.includes("outside")).length;
      for (const verdict of ["ours", "base moved", "differs"]) expect(marked(verdict)).toBe(without(verdict));
      for (const sentence of sentences) {
        expect(sentence.text).toBe(plainText(sentence.spans));
        expect(sentence.text).not.toMatch(/undefined|\[object/);
      }
    }),
    { numRuns: 1_500 },
  );
});

test("[V13] every combination of presence and of a creation or deletion has its presence and its verdict", () => {
  const sides: Presence[] = ["present", "missing", null];
  for (const base of sides)
    for (const index of sides)
      for (const original of sides)
        for (const op of ["create", "delete", null] as const) {
          const comparison = compareRecord({
            record,
            presence: { original, baseline: original, base, index, known: original },
            fields: [],
            changes: op === null ? [] : [aChange(op === "create" ? { op, fields: {} } : { op })],
          });
          const effective = op === null ? index : op === "create" ? "present" : "missing";
          const read = base !== null && effective !== null;
          expect(comparison.presence).toBe(
            !read
              ? "not read"
              : effective === base
                ? base === "present"
                  ? "both"
                  : "in neither"
                : base === "present"
                  ? "missing here"
                  : "missing in standard",
          );
          const oneSided = read && effective !== base;
          const expected = original === null ? "differs" : original === base ? "ours" : "base moved";
          expect(comparison.verdict).toBe(oneSided ? expected : null);
          const told = sentencesOfRecord(comparison, context);
          expect(told).toHaveLength(oneSided ? 1 : 0);
          const { same, ours, conflict, differs, "base moved": moved } = comparison.counts;
          expect(same + ours + conflict + differs + moved).toBe(oneSided ? 1 : 0);
        }
});
