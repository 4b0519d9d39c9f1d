import fc from "fast-check";
import { expect, test } from "vitest";
import { initialKnown, resolveReading } from "#/ledger/baseline.ts";
import { aChange, aField, aKind, anyField, aReading, observed, presumed, region } from "#/testing/arbitraries.ts";
import { compareField } from "./compare-field.ts";
import { compareRecord } from "./compare-record.ts";
import { equalReadings } from "./equal-readings.ts";
import { followedMemory, provesWrite, withFollowedBase } from "./follow-base.ts";

const text = (value: string) => ({ value });

/** A field of an index that lies over base, unwritten, with what was stored of it before. */
const anUnwrittenField = aKind.chain((kind) =>
  fc.tuple(anyField(kind), aReading(kind)).map(([field, value]) => ({
    ...field,
    changes: [],
    base: value,
    index: value,
    followsBase: true,
  })),
);

test("[Y1] where nobody wrote and the index says what base says, base that moved is neither drift nor outside", () => {
  fc.assert(
    fc.property(anUnwrittenField, (field) => {
      const { verdict, flags, parts } = compareField(field);
      expect(verdict).toBe("same");
      for (const list of [flags, ...parts.map((part) => part.flags)]) expect(list).not.toContain("outside");
    }),
  );
  const moved = aField({ original: observed(text("A")), base: text("B"), index: text("B") });
  expect(compareField(moved).flags).toEqual(["outside"]);
  expect(compareField({ ...moved, followsBase: true }).flags).toEqual([]);
});

test("[Y1] what followed is stored once, and is then what the next difference is judged by", () => {
  fc.assert(
    fc.property(anUnwrittenField, (field) => {
      const stored = { ...field, ...followedMemory(field) };
      expect(followedMemory(stored)).toBeNull();
      const known = resolveReading(field.kind, stored.known, initialKnown(field.original), region);
      expect(known !== null && equalReadings(field.kind, known, field.index, region)).toBe(true);
    }),
  );
  const field = aField({ original: observed(text("A")), base: text("B"), index: text("B"), followsBase: true });
  const later = { ...field, ...followedMemory(field), index: text("A") };
  expect(compareField(later)).toMatchObject({ verdict: "ours", flags: ["outside"] });
  expect(compareField({ ...field, index: text("A") })).toMatchObject({ verdict: "base moved", flags: [] });
});

test("[Y2] where the index differs from base without a write of ours, it is judged as in a copy", () => {
  fc.assert(
    fc.property(aKind.chain(anyField), (field) => {
      const { base, index, kind } = field;
      fc.pre(base === null || index === null || !equalReadings(kind, base, index, region));
      expect(compareField({ ...field, followsBase: true })).toEqual(compareField(field));
      expect(followedMemory({ ...field, followsBase: true })).toBeNull();
    }),
  );
});

test("[Y3] L stays where a live override was decided against it, so that base that moves later is told", () => {
  const held = aChange({ op: "set", value: "ours" }, { state: "held", baseSeen: text("A") });
  const field = aField({
    original: observed(text("A")),
    baseline: { whole: text("A") },
    base: text("B"),
    index: text("B"),
    changes: [held],
    followsBase: true,
  });
  expect(compareField(field)).toMatchObject({ verdict: "conflict", flags: ["held", "pinned"] });
  expect(followedMemory(field)).toEqual({ known: { whole: text("B") } });
  expect(followedMemory({ ...field, changes: [{ ...held, state: "withdrawn" }] })).toEqual({
    known: { whole: text("B") },
    baseline: { whole: text("B") },
  });
});

test("[Y4] O never changes, and a presumed one is no baseline until the index said what base says", () => {
  const field = aField({ original: presumed(text("A")), base: text("A"), index: text("A"), followsBase: true });
  expect(compareField(field).values).toMatchObject({ original: text("A"), baseline: text("A"), known: text("A") });
  expect(followedMemory(field)).toEqual({ baseline: { whole: text("A") } });
  expect(withFollowedBase({ ...field, base: text("B") }).baseline).toEqual({});
});

test("[Y5] a record that base lost, or got, is missing here, or here, without being outside", () => {
  const missing = {
    original: "present",
    baseline: "present",
    base: "missing",
    index: "missing",
    known: "present",
  } as const;
  const input = { record: { type: "schedule", id: "sch_1" }, presence: missing, fields: [], changes: [] };
  expect(compareRecord(input).flags).toEqual(["outside"]);
  expect(compareRecord({ ...input, followsBase: true }).flags).toEqual([]);
  const deleted = { ...missing, base: "present" } as const;
  expect(compareRecord({ ...input, presence: deleted, followsBase: true }).flags).toEqual(["outside"]);
});

test("[Y6] a value that base has too proves no write, unless something of ours was written before", () => {
  const read = { index: text("A"), base: text("A") };
  expect(provesWrite("text", { ...read, isWrittenByUs: false }, region)).toBe(false);
  expect(provesWrite("text", { ...read, isWrittenByUs: true }, region)).toBe(true);
  expect(provesWrite("text", { ...read, base: text("B"), isWrittenByUs: false }, region)).toBe(true);
});

test("[Y3] what was decided about one member leaves the others following, and an approved change decides before it is live", () => {
  const [start, now] = [{ value: ["ins_a", "ins_b"] }, { value: ["ins_b", "ins_c"] }];
  const held = aChange({ op: "remove", element: "ins_b" }, { kind: "set" });
  const field = aField({
    kind: "set",
    original: observed(start),
    baseline: { elements: { ins_b: { value: true } } },
    base: now,
    index: now,
    changes: [held],
    followsBase: true,
  });
  const stored = { ...field, ...followedMemory(field) };
  expect(followedMemory(stored)).toBeNull();
  const back = compareField({ ...stored, followsBase: false, base: start });
  const told = Object.fromEntries(back.parts.map(({ key, verdict }) => [key, verdict]));
  expect(told).toEqual({ ins_a: "base moved", ins_b: "ours", ins_c: "base moved" });

  const approved = aChange({ op: "set", value: "W" }, { state: "queued", baseSeen: text("A") });
  const decided = aField({ baseline: { whole: text("A") }, base: text("B"), index: text("B"), followsBase: true });
  expect(withFollowedBase({ ...decided, changes: [approved] }).baseline).toEqual({ whole: text("A") });
});
