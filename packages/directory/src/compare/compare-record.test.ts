import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "#/json/json.ts";
import type { Operation } from "#/ledger/operation.ts";
import { recordCreation } from "#/ledger/record-lifecycle.ts";
import type { Presence } from "#/ledger/record-lifecycle.ts";
import type { FieldKind } from "#/kinds/kinds.ts";
import { hasSentence, recordSentences } from "#/sentences/comparison-sentences.ts";
import type { SentenceContext } from "#/sentences/sentence-context.ts";
import { plainText } from "#/sentences/span.ts";
import { aChange, aField, aKind, anyField, observed, record } from "#/testing/arbitraries.ts";
import { compareRecord, matchesStandardAfterWrites } from "./compare-record.ts";
import type { RecordInput } from "./compare-record.ts";
import type { RecordComparison } from "./comparison.ts";
import { comparisonRows, countVerdicts } from "./count-verdicts.ts";
import { verdictsWorstFirst, worstVerdict } from "./verdict.ts";

const context: SentenceContext = {
  recordName: "Elm Street Clinic",
  memberName: (_field, id) => (id === "ins_a" ? "Unión Salud Básico" : null),
};
const somewhere = { original: null, baseline: null, base: "present", index: "present", known: null } as const;

const aRecord = fc.array(aKind.chain(anyField), { maxLength: 4 }).map((fields): RecordInput => ({
  record,
  presence: somewhere,
  fields: fields.map((field, position) => ({ ...field, key: `field ${position}` })),
  changes: [],
}));

function rowsIn(comparison: RecordComparison) {
  return comparison.fields.flatMap(comparisonRows);
}

const staged = ["draft", "in review", "approved", "queued"];
const withoutDrafts = (input: RecordInput): RecordInput => ({
  ...input,
  fields: input.fields.map((field) => ({
    ...field,
    changes: field.changes.filter(({ state }) => !staged.includes(state)),
  })),
});

test("[V9] what drafts alone would bring is counted as nothing but drafts", () => {
  const field = aField({
    kind: "set",
    base: { value: ["ins_a"] },
    index: { value: ["ins_a"] },
    original: observed({ value: ["ins_a"] }),
    changes: [aChange({ op: "add", element: "ins_b" }, { kind: "set", state: "draft", order: null })],
  });
  const { counts } = compareRecord({ record, presence: somewhere, fields: [field], changes: [] });
  expect(counts).toMatchObject({ same: 1, drafts: 1 });
  fc.assert(
    fc.property(aRecord, (input) => {
      const { drafts: _drafts, ...now } = compareRecord(input).counts;
      const { drafts: _none, ...without } = compareRecord(withoutDrafts(input)).counts;
      expect(now).toEqual(without);
    }),
  );
});

test("[V4] [V11] the verdict of a record is its worst, and the counts are those of the rows", () => {
  fc.assert(
    fc.property(aRecord, (input) => {
      const comparison = compareRecord(input);
      const rows = rowsIn(comparison);
      expect(comparison.verdict).toBe(worstVerdict(rows.map((row) => row.verdict)));
      const counted = rowsIn(compareRecord(withoutDrafts(input)));
      for (const verdict of verdictsWorstFirst) {
        expect(comparison.counts[verdict]).toBe(counted.filter((row) => row.verdict === verdict).length);
      }
      expect(comparison.counts).toEqual(countVerdicts(comparison.fields));
    }),
  );
});

test("[V15] a record reads as standard when what was applied in it is gone, and nothing else differs", () => {
  const applied = aChange({ op: "set", value: "Ours" }, { state: "applied" });
  const name = (index: string, known = "Ours") =>
    aField({
      key: "a",
      original: observed({ value: "A" }),
      known: { whole: { value: known } },
      base: { value: "A" },
      index: { value: index },
      changes: [applied],
    });
  const compareWith = (index: string) =>
    aField({ key: "b", original: observed({ value: index }), base: { value: "B" }, index: { value: index } });
  const reads = (...fields: RecordInput["fields"]) =>
    matchesStandardAfterWrites(compareRecord({ record, presence: somewhere, fields, changes: [] }));
  expect(reads(name("A"), compareWith("B"))).toBe(true);
  expect(reads(name("A"), compareWith("Other"))).toBe(false);
  expect(reads(name("Ours"), compareWith("B"))).toBe(false);
  expect(reads(compareWith("B"))).toBe(false);
});

test("[V11] held and drafts are counted by change: a plan in the place of another is one, and so is a list that was set whole", () => {
  fc.assert(
    fc.property(aRecord, (input) => {
      const { counts } = compareRecord(input);
      const changes = input.fields.flatMap((field) => field.changes);
      expect(counts.held + counts.drafts).toBeLessThanOrEqual(changes.length);
    }),
  );
  const phone = (number: string) => ({ number, extension: null, label: null });
  const cases: [FieldKind, Json, Operation][] = [
    ["set", ["ins_a"], { op: "replace", element: "ins_a", by: "ins_b" }],
    ["phones", [phone("(415) 555-0142")], { op: "set", value: [phone("(415) 555-0177"), phone("(415) 555-0199")] }],
  ];
  for (const [kind, value, operation] of cases)
    for (const state of ["held", "draft"] as const) {
      const [base, changes] = [{ value }, [aChange(operation, { kind, state })]];
      const field = aField({ kind, base, index: base, original: observed(base), changes });
      const { fields, counts } = compareRecord({ record, presence: somewhere, fields: [field], changes: [] });
      const moved = fields
        .flatMap(comparisonRows)
        .filter(({ flags, drafts }) => flags.includes("held") || drafts.length > 0);
      expect(moved.length).toBeGreaterThan(1);
      expect([counts.held, counts.drafts]).toEqual(state === "held" ? [1, 0] : [0, 1]);
    }
});

test("[T1] [T3] sentences agree with the comparison: each row with something to say is mentioned once, no other is, and text is its spans", () => {
  fc.assert(
    fc.property(aRecord, (input) => {
      const comparison = compareRecord(input);
      const sentences = recordSentences(comparison, context);
      for (const field of comparison.fields) {
        const told = sentences
          .filter((sentence) => sentence.field === field.key)
          .flatMap((sentence) => (sentence.parts.length === 0 ? [field.key] : sentence.parts));
        const toTell = comparisonRows(field)
          .filter(hasSentence)
          .map((row) => row.key);
        expect(told.toSorted()).toEqual(toTell.toSorted());
      }
      const { counts } = comparison;
      const marked = (mark: string) =>
        sentences
          .filter((sentence) => sentence.mark === mark)
          .reduce((sum, sentence) => sum + Math.max(1, sentence.parts.length), 0);
      expect(marked("conflict")).toBe(counts.conflict);
      const outside = rowsIn(comparison).filter((row) => row.verdict !== "conflict" && row.flags.includes("outside"));
      expect(marked("outside")).toBe(outside.length);
      const without = (verdict: string) =>
        rowsIn(comparison).filter((row) => row.verdict === verdict && !row.flags.includes("outside")).length;
      for (const verdict of ["ours", "base moved", "differs"]) expect(marked(verdict)).toBe(without(verdict));
      for (const sentence of sentences) {
        expect(sentence.text).toBe(plainText(sentence.spans));
        expect(sentence.text).not.toMatch(/undefined|\[object/);
      }
    }),
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
          const told = recordSentences(comparison, context);
          expect(told).toHaveLength(oneSided ? 1 : 0);
          const { same, ours, conflict, differs, "base moved": moved } = comparison.counts;
          expect(same + ours + conflict + differs + moved).toBe(oneSided ? 1 : 0);
        }
});

test("[V14] a created record has the fields of its creation beneath later changes, without verdicts", () => {
  const creation = aChange({ op: "create", fields: { preferredName: "Ana", acceptedInsurances: ["ins_a"] } });
  const inputOf = (state: "held" | "draft", later: readonly ReturnType<typeof aChange>[]): RecordInput => {
    const changes = [{ ...creation, state, order: state === "draft" ? null : 1 }];
    const created = recordCreation("missing", changes);
    const fieldOf = (key: string, kind: "text" | "set") =>
      aField({
        key,
        kind,
        base: null,
        index: null,
        changes: later.filter((change) => change.field === key),
        ...(created === null
          ? {}
          : { created: { reading: { value: created.fields[key] ?? null }, staged: created.staged } }),
      });
    return {
      record,
      presence: { original: null, baseline: null, base: "missing", index: "missing", known: null },
      fields: [fieldOf("preferredName", "text"), fieldOf("acceptedInsurances", "set")],
      changes,
    };
  };
  const added = aChange(
    { op: "add", element: "ins_b" },
    { id: "chg_9", field: "acceptedInsurances", kind: "set", state: "held", order: 2 },
  );

  const held = compareRecord(inputOf("held", [added]));
  expect(held).toMatchObject({ presence: "missing in standard", verdict: "differs", drafts: [] });
  expect(
    held.fields.map(({ verdict, values }) => ({ verdict, effective: values.effective, index: values.index })),
  ).toEqual([
    { verdict: null, effective: { value: "Ana" }, index: null },
    { verdict: null, effective: { value: ["ins_a", "ins_b"] }, index: null },
  ]);
  expect(held.counts).toMatchObject({ differs: 1, held: 2, drafts: 0 });
  expect(recordSentences(held, context).map(({ text }) => text)).toEqual([
    "Elm Street Clinic is in this directory and not in the standard index.",
    "Elm Street Clinic accepts ins_b. The index does not have it yet.",
  ]);

  const staged = compareRecord(inputOf("draft", []));
  expect(staged).toMatchObject({ presence: "in neither", verdict: null, drafts: [creation.id] });
  expect(staged.fields.map(({ values }) => ({ effective: values.effective, preview: values.preview }))).toEqual([
    { effective: null, preview: { value: "Ana" } },
    { effective: null, preview: { value: ["ins_a"] } },
  ]);
  expect(staged.counts.drafts).toBe(1);
  expect(recordSentences(staged, context).map(({ text }) => text)).toEqual([
    "Staged: Elm Street Clinic is created in this directory.",
  ]);
});

test("[V14] a staged deletion is reported beside the fields, and changes nothing that the directory says", () => {
  const deletion = { ...aChange({ op: "delete" }), state: "draft" as const, order: null };
  const comparison = compareRecord({ record, presence: somewhere, fields: [], changes: [deletion] });
  expect(comparison).toMatchObject({ presence: "both", flags: [], drafts: [deletion.id], counts: { drafts: 1 } });
  expect(recordSentences(comparison, context).map(({ text }) => text)).toEqual([
    "Staged: Elm Street Clinic is deleted in this directory.",
  ]);
});
