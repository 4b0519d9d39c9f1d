import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "#/json/json.ts";
import type { Phone } from "#/phones/phone.ts";
import {
  aChange,
  aField,
  aKind,
  anyField,
  aReading,
  aValue,
  observed,
  presumed,
  region,
} from "#/testing/arbitraries.ts";
import type { Change } from "#/ledger/change.ts";
import { decidedPart } from "#/ledger/decided-part.ts";
import { findPart } from "#/decisions/decision.ts";
import { isSuperseded } from "#/ledger/fold-changes.ts";
import { compareField, compareReadings } from "./compare-field.ts";
import type { FieldComparison, PartComparison, Verdict } from "./comparison.ts";
import { equalReadings, meaningText } from "./equal-readings.ts";
import type { FieldInput } from "./field-input.ts";
import { worstVerdict } from "./verdict.ts";

const anField = aKind.chain(anyField);
const phone = (number: string, label: string | null = null, extension: string | null = null): Phone => ({
  number,
  extension,
  label,
});
const phones = (...list: Phone[]) => ({ value: list.map((phone) => ({ ...phone })) });
const verdicts = (field: FieldComparison) => field.parts.map((part) => [part.key, part.verdict]);
const find = (parts: readonly PartComparison[], key: string) => parts.find((part) => part.key === key);

test("[V1] [V4] a field has exactly one verdict: `same` where E and B are equal by meaning, else the worst of its parts", () => {
  fc.assert(
    fc.property(anField, (input) => {
      const field = compareField(input);
      const { base, index, effective } = field.values;
      if (base === null || index === null || effective === null) {
        expect(field.verdict).toBeNull();
        return;
      }
      expect(field.verdict === "same").toBe(equalReadings(input.kind, effective, base, region));
      if (field.parts.length > 0) expect(field.verdict).toBe(worstVerdict(field.parts.map((part) => part.verdict)));
      for (const part of field.parts) {
        if (part.parts.length > 0)
          expect(part.verdict).toBe(worstVerdict(part.parts.map((element) => element.verdict)));
      }
    }),
  );
});

test("[V2] with a baseline no member of a set is in conflict, and without one it differs or is the same", () => {
  fc.assert(
    fc.property(anyField("set"), (input) => {
      for (const part of compareField(input).parts) {
        expect(part.verdict).not.toBe("conflict");
        if (part.values.baseline === null) expect(["differs", "same", null]).toContain(part.verdict);
      }
    }),
  );
});

test("[P7] part keys are unique, and each entry of base and effective is in exactly one row", () => {
  fc.assert(
    fc.property(anyField("phones"), (input) => {
      const field = compareField(input);
      const keys = field.parts.map((part) => part.key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const side of ["base", "effective", "index"] as const) {
        const reading = field.values[side];
        const count = reading && "value" in reading && Array.isArray(reading.value) ? reading.value.length : 0;
        const rows = field.parts.filter((part) => part.key !== "" && part.values[side] && "value" in part.values[side]);
        expect(rows).toHaveLength(count);
      }
    }),
  );
});

test("[V9] drafts change nothing but the preview and the marks of drafts", () => {
  const staged = ["draft", "in review", "approved", "queued"];
  fc.assert(
    fc.property(fc.oneof(anyField("set"), anyField("text"), anyField("phones")), (input) => {
      const a = compareField(input);
      const b = compareField({ ...input, changes: input.changes.filter(({ state }) => !staged.includes(state)) });
      expect([a.verdict, a.flags, a.values.effective]).toEqual([b.verdict, b.flags, b.values.effective]);
      expect(a.parts.map((part) => part.key)).toEqual(expect.arrayContaining(b.parts.map((part) => part.key)));
      if (input.kind === "phones") return;
      for (const part of b.parts) {
        const drafted = find(a.parts, part.key);
        expect(drafted).toEqual({
          ...part,
          drafts: drafted?.drafts,
          values: { ...part.values, preview: drafted?.values.preview },
        });
      }
    }),
  );
});

test("[V9] a draft of a number renames no row that stands without it", () => {
  const moved = phone("+1 415-555-0142 x7");
  const field = aField({
    kind: "phones",
    base: phones(phone("(212) 555-0100")),
    known: { whole: phones(phone("(212) 555-0100"), moved) },
    changes: [aChange({ op: "set", value: [{ ...moved }] }, { kind: "phones", state: "deferred" })],
  });
  const draft = aChange(
    { op: "add", element: phone("+1 415-555-0142") },
    { id: "chg_2", kind: "phones", state: "draft", order: null },
  );
  const keys = compareField(field).parts.map((part) => part.key);
  expect(compareField({ ...field, changes: [...field.changes, draft] }).parts.map((part) => part.key)).toEqual(keys);
});

test("[V10] a list that one side lacks and the other has empty is one difference of its own", () => {
  const field = compareField(
    aField({ kind: "set", base: { absent: true }, index: { value: [] }, original: observed({ value: [] }) }),
  );
  expect([field.verdict, field.flags, verdicts(field)]).toEqual([
    "base moved",
    ["absent", "empty"],
    [["", "base moved"]],
  ]);
});

test("[Q7] a set that is not a list is compared undivided", () => {
  const field = compareField(aField({ kind: "set", base: { value: "all" }, index: { value: ["ins_a"] } }));
  expect([field.verdict, field.parts]).toEqual(["differs", []]);
});

test("[V3] the front desk phone of the board: number agreed, extension in conflict", () => {
  const before = phones(phone("415.555.0199 x12", "Front desk"), phone("(415) 555-0100", "Fax"));
  const field = compareField(
    aField({
      kind: "phones",
      original: observed(before),
      base: phones(phone("+1 415-555-0142", "Front desk")),
      index: before,
      changes: [
        aChange(
          { op: "replace", element: "+14155550199;ext=12", by: phone("+1 (415) 555-0142", "Front desk", "7") },
          { kind: "phones" },
        ),
      ],
    }),
  );
  const desk = find(field.parts, "+14155550142;ext=7");
  expect(desk?.parts.map((part) => [part.key, part.verdict])).toEqual([
    ["number", "same"],
    ["extension", "conflict"],
    ["label", "same"],
    ["order", "same"],
  ]);
  expect([desk?.verdict, desk?.flags]).toEqual(["conflict", ["held", "pinned"]]);
  expect(find(field.parts, "+14155550100;ext=")?.verdict).toBe("base moved");
  expect(field.verdict).toBe("conflict");
});

test("[P6] one unlabelled number that both sides changed is a conflict; two unrelated additions are not", () => {
  const a = phone("(415) 555-0142");
  const b = phone("(212) 555-0100");
  const c = phone("(212) 555-0101");
  const both = (before: Phone[], base: Phone[], index: Phone[]) =>
    compareField(
      aField({ kind: "phones", original: observed(phones(...before)), base: phones(...base), index: phones(...index) }),
    ).parts.map((part) => part.verdict);
  expect(both([a], [b], [c])).toEqual(["conflict"]);
  expect(both([a], [a, b], [a, c])).toEqual(["same", "base moved", "ours"]);
});

test("[P5] entries with the same label are paired only where the label is unique among the rest", () => {
  const field = compareField(
    aField({
      kind: "phones",
      base: phones(phone("(212) 555-0100", "Fax"), phone("(212) 555-0101", "Fax")),
      index: phones(phone("(212) 555-0102", "Fax")),
    }),
  );
  expect(field.parts).toHaveLength(3);
});

test("[P8] adding an entry at the front moves no other; swapping two moves both", () => {
  const a = phone("(415) 555-0142", "Front desk");
  const b = phone("(212) 555-0100", "Fax");
  const c = phone("(212) 555-0101", "Line 2");
  const compared = (index: Phone[]) =>
    compareField(
      aField({ kind: "phones", original: observed(phones(a, b)), base: phones(a, b), index: phones(...index) }),
    ).parts.map((part) => [part.verdict, part.parts.find((inner) => inner.key === "order")?.verdict]);
  expect(compared([c, a, b])).toEqual([
    ["same", "same"],
    ["same", "same"],
    ["ours", undefined],
  ]);
  expect(compared([b, a])).toEqual([
    ["ours", "ours"],
    ["ours", "ours"],
  ]);
});

test("[P4] a number that stands twice is matched in the order of occurrence", () => {
  const a = phone("(415) 555-0142", "Front desk");
  const field = compareField(aField({ kind: "phones", base: phones(a, a), index: phones(a) }));
  expect(field.parts.map((part) => part.verdict)).toEqual(["same", "differs"]);
});

test("[V12] without a common ancestor everything is the same or differs", () => {
  fc.assert(
    fc.property(
      aKind.chain((kind) => fc.tuple(fc.constant(kind), aReading(kind), aReading(kind))),
      ([kind, base, index]) => {
        const field = compareReadings({ key: "f", kind }, index, base, region);
        const all: (Verdict | null)[] = [field.verdict, ...field.parts.map((part) => part.verdict)];
        for (const verdict of all) expect(["same", "differs"]).toContain(verdict);
      },
    ),
  );
});

test("[V7] the policy that a person gave later counts", () => {
  const input: FieldInput = aField({
    base: { value: "A" },
    index: { value: "A" },
    changes: [aChange({ op: "set", value: "B" })],
  });
  expect(compareField(input).flags).toEqual(["held", "pinned"]);
  expect(compareField({ ...input, policy: "follow" }).flags).toEqual(["held", "following"]);
});

test("[B3] a decision about one plan does not move the baseline of another", () => {
  const field = compareField(
    aField({
      kind: "set",
      original: observed({ value: ["ins_a", "ins_b"] }),
      baseline: { elements: { ins_a: { value: false } } },
      base: { value: [] },
      index: { value: ["ins_a", "ins_b"] },
    }),
  );
  expect(verdicts(field)).toEqual([
    ["ins_a", "ours"],
    ["ins_b", "base moved"],
  ]);
});

test("[B1] in an adopted index only what was decided has a baseline", () => {
  const field = compareField(
    aField({
      kind: "set",
      original: presumed({ value: ["ins_a", "ins_b"] }),
      baseline: { elements: { ins_a: { value: false } } },
      base: { value: [] },
      index: { value: ["ins_a", "ins_b"] },
    }),
  );
  expect(verdicts(field)).toEqual([
    ["ins_a", "ours"],
    ["ins_b", "differs"],
  ]);
});

test("[Q1] equality is reflexive, symmetric and transitive", () => {
  fc.assert(
    fc.property(
      aKind.chain((kind) => fc.tuple(fc.constant(kind), aReading(kind), aReading(kind), aReading(kind))),
      ([kind, a, b, c]) => {
        const equal = (x: typeof a, y: typeof a) => equalReadings(kind, x, y, region);
        expect(equal(a, a)).toBe(true);
        expect(equal(a, b)).toBe(equal(b, a));
        if (equal(a, b) && equal(b, c)) expect(equal(a, c)).toBe(true);
      },
    ),
  );
});

test("[Q11] readings have one text for their meaning exactly where they are equal", () => {
  fc.assert(
    fc.property(
      aKind.chain((kind) => fc.tuple(fc.constant(kind), aReading(kind), aReading(kind))),
      ([kind, a, b]) => {
        const text = (reading: typeof a) => meaningText(kind, reading, region);
        expect(text(a) === text(b)).toBe(equalReadings(kind, a, b, region));
        expect(text(a)).toBe(text(structuredClone(a)));
      },
    ),
  );
  const spelled = [
    { b: [1, "Nguyễn"], a: 2 },
    { a: 2, b: [1, "Nguyễn".normalize("NFD")] },
  ];
  expect(new Set(spelled.map((value) => meaningText("json", { value }, region))).size).toBe(1);
});

test("[Q2] [Q3] [Q4] empty equals empty, absent only absent; spelling of Unicode, order and repetition of sets do not matter", () => {
  expect(equalReadings("set", { value: null }, { value: [] }, region)).toBe(true);
  for (const kind of ["text", "reference", "json"] as const) {
    expect(equalReadings(kind, { value: null }, { value: "" }, region)).toBe(true);
    expect(equalReadings(kind, { value: "" }, { absent: true }, region)).toBe(false);
    expect(equalReadings(kind, { value: "" }, { value: " " }, region)).toBe(false);
  }
  expect(equalReadings("set", { value: null }, { absent: true }, region)).toBe(false);
  expect(equalReadings("text", { value: "Nguyễn" }, { value: "Nguyễn".normalize("NFD") }, region)).toBe(true);
  expect(equalReadings("set", { value: ["b", "a", "a"] }, { value: ["a", "b"] }, region)).toBe(true);
  expect(equalReadings("json", { value: ["b", "a"] }, { value: ["a", "b"] }, region)).toBe(false);
  fc.assert(fc.property(aValue("json"), (value) => equalReadings("json", { value }, { value }, region)));
});

test("[Q5] phones are equal entry by entry, by number, extension and label, in order", () => {
  const desk = phone("(415) 555-0142 x7", "Front desk");
  const fax = phone("(212) 555-0100", "Fax");
  const equal = (a: Phone[], b: Phone[]) => equalReadings("phones", phones(...a), phones(...b), region);
  expect(equal([desk, fax], [phone("+1 415-555-0142", "Front desk", "7"), fax])).toBe(true);
  expect(equal([desk, fax], [fax, desk])).toBe(false);
  expect(equal([desk], [phone("(415) 555-0142 x7", "Desk")])).toBe(false);
  expect(equal([desk], [phone("(415) 555-0142 x8", "Front desk")])).toBe(false);
});

test("[P2] a number in letters that becomes another one has moved, also where the digits are the same", () => {
  const said = (of: string) => phones(phone(of, "Nurse line"));
  const [flowers, doctors] = [said("1-800-FLOWERS"), said("1-800-DOCTORS")];
  const field = { kind: "phones", original: observed(flowers), index: flowers, region } as const;
  expect(compareField(aField({ ...field, base: doctors })).verdict).toBe("base moved");
  const set = aChange({ op: "set", value: doctors.value }, { state: "held" });
  const ours = compareField(aField({ ...field, base: flowers, changes: [set] }));
  expect([ours.verdict, ours.values.effective]).toEqual(["ours", doctors]);
});

test("[Q6] JSON is equal by structure, keys without order", () => {
  const equal = (a: Json, b: Json) => equalReadings("json", { value: a }, { value: b }, region);
  expect(equal({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
  expect(equal({ a: 1 }, { a: 1, b: null })).toBe(false);
  expect(equal([1, 2], [2, 1])).toBe(false);
  expect(equal({ a: "1" }, { a: 1 })).toBe(false);
});

test("[V6] [W2] what a late request may have changed is told of every part that is outside, and changes nothing else", () => {
  const flagged = (part: PartComparison): PartComparison => ({
    ...part,
    flags: part.flags.flatMap((flag) => (flag === "outside" ? [flag, "late request" as const] : [flag])),
    parts: part.parts.map(flagged),
  });
  fc.assert(
    fc.property(anField, (input) => {
      const { kind, ...field } = compareField(input);
      expect(compareField({ ...input, mayBeLate: true })).toEqual({ kind, ...flagged(field) });
    }),
  );
});

test("[Q3] [V2] a member that an operation names decomposed is the member of the list, in whatever spelling either is", () => {
  const [composed, decomposed] = ["fran\u00e7ais", "franc\u0327ais"];
  const words = { value: [decomposed, "deutsch"] };
  for (const operation of [
    { op: "remove", element: decomposed },
    { op: "reset", element: decomposed, to: { value: false } },
    { op: "replace", element: decomposed, by: "espa\u00f1ol" },
  ] satisfies Change["operation"][]) {
    const change = aChange(operation, { kind: "set", state: "held" });
    const field = compareField({
      key: "languages",
      kind: "set",
      original: observed(words),
      baseline: {},
      known: {},
      base: words,
      index: words,
      changes: [change],
      region,
    });
    const rows = field.parts.filter(({ key }) => key.normalize("NFC") === composed);
    expect(rows).toMatchObject([{ key: composed, verdict: "ours", flags: ["held", "pinned"] }]);
    expect(rows[0]?.override?.changeId).toBe(change.id);
    expect(decidedPart({ kind: "set", operation }, words)).toEqual({ value: true });
    expect(findPart(aField({ kind: "set", base: words, index: words }), decomposed)?.row.key).toBe(composed);
    const later = aChange({ op: "add", element: composed }, { id: "chg_later", kind: "set", order: 9 });
    const isWholly = operation.op !== "replace";
    expect(isSuperseded(change, [later], "set", region)).toBe(isWholly);
  }
});
