import { expect, test } from "vitest";
import { compareField } from "#/compare/compare-field.ts";
import type { FieldInput } from "#/compare/field-input.ts";
import type { Change } from "#/ledger/change.ts";
import type { Operation } from "#/ledger/operation.ts";
import type { Reading } from "#/records/reading.ts";
import { aChange, aField, observed } from "#/testing/arbitraries.ts";
import { fieldSentences } from "./comparison-sentences.ts";
import { describeChange } from "./describe-change.ts";
import { fieldLabel } from "./field-words.ts";
import type { SentenceContext } from "./sentence-context.ts";

const plans: { [id: string]: string } = {
  ins_union: "Unión Salud Básico",
  ins_tidewater: "Tidewater Union Local 318 Trust",
  ins_harbor: "Harborlight PPO Select Plus (Employer Group, Tier 2)",
  ins_meridian: "Meridian Community Health",
  ins_willow: "Willowbrook Indemnity 1986",
};
const elm: SentenceContext = {
  recordName: "Elm Street Clinic",
  memberName: (_field, id) => plans[id] ?? null,
  namesRecord: true,
};
const practitioner: SentenceContext = { recordName: "Dr. Nguyễn Thị Hồng Nhung", memberName: () => null };
const phone = (number: string, label: string | null, extension: string | null = null) => ({ number, label, extension });

const told = (input: Partial<FieldInput>, context: SentenceContext = elm) =>
  fieldSentences(compareField(aField(input)), context).map((sentence) => sentence.text);

const insurances = (input: Partial<FieldInput>) => told({ key: "acceptedInsurances", kind: "set", ...input });
const set = (...ids: string[]) => ({ value: ids });

test("[T1] [T4] plans that are ours are described in one sentence, by name, and by id where there is none", () => {
  expect(
    insurances({
      original: observed(set("ins_harbor")),
      base: set("ins_harbor"),
      index: set("ins_union", "ins_tidewater"),
      known: { whole: set("ins_union", "ins_tidewater") },
    }),
  ).toEqual([
    "Elm Street Clinic accepts Unión Salud Básico and Tidewater Union Local 318 Trust too, and does not accept Harborlight PPO Select Plus (Employer Group, Tier 2).",
  ]);
  expect(insurances({ original: observed(set()), base: set("ins_x"), index: set() })).toEqual([
    "Elm Street Clinic: the standard index now accepts ins_x. This directory does not.",
  ]);
});

test("[T1] what the standard index stopped accepting, and what changed outside, are told apart", () => {
  expect(
    insurances({
      original: observed(set("ins_meridian", "ins_willow")),
      base: set("ins_willow"),
      index: set("ins_meridian"),
    }),
  ).toEqual([
    "At Elm Street Clinic, Willowbrook Indemnity 1986 is no longer accepted here, and no change set of ours did that.",
    "Elm Street Clinic: the standard index stopped accepting Meridian Community Health. This directory still accepts it.",
  ]);
});

test("[T2] the phones of the board, as spelled", () => {
  const before = { value: [phone("415.555.0199 x12", "Front desk"), phone("(415) 555-0100", "Fax number")] };
  const input: Partial<FieldInput> = {
    key: "phones",
    kind: "phones",
    original: observed(before),
    base: { value: [phone("+1 415-555-0142", "Front desk")] },
    index: before,
    changes: [
      aChange(
        { op: "replace", element: "+14155550199;ext=12", by: phone("+1 (415) 555-0142", "Front desk", "7") },
        { kind: "phones" },
      ),
      aChange(
        { op: "add", element: phone("+84 28 5550 0117", "Vietnamese line") },
        { id: "chg_2", kind: "phones", order: 2 },
      ),
    ],
  };
  expect(told(input, practitioner)).toEqual([
    "Front desk phone: we say +1 (415) 555-0142 ext. 7; the standard index now says +1 415-555-0142. Both moved away from 415.555.0199 x12.",
    "Fax number (415) 555-0100 is gone from the standard index. This directory still has it.",
    "Vietnamese line is added: +84 28 5550 0117.",
  ]);
});

test("[T2] values are reported as they are spelled; what is only staged says so", () => {
  const name = {
    key: "preferredName",
    original: observed({ value: "Nguyen, Thi Hong Nhung" }),
    base: { value: "Nguyen, Thi Hong Nhung" },
  };
  expect(
    told({ ...name, index: { value: "Dr. Nhung" }, known: { whole: { value: "Dr. Nhung" } } }, practitioner),
  ).toEqual(["The preferred name here is Dr. Nhung, not Nguyen, Thi Hong Nhung."]);
  const draft = aChange({ op: "set", value: "Dr. Nhung" }, { state: "draft", order: null });
  expect(told({ ...name, index: name.base, changes: [draft] }, practitioner)).toEqual([
    "Staged: the preferred name becomes Dr. Nhung, from Nguyen, Thi Hong Nhung.",
  ]);
  expect(told({ ...name, index: { absent: true }, known: { whole: { absent: true } } }, practitioner)).toEqual([
    "There is no preferred name here; the standard index says Nguyen, Thi Hong Nhung.",
  ]);
});

test("[T5] a side that has no value is reported as having none, and one that is empty as leaving it empty", () => {
  const absent = { absent: true } as const;
  const of = (before: Reading, base: Reading, index: Reading) =>
    told({ key: "preferredName", original: observed(before), base, index, known: { whole: index } }, practitioner);
  const [nhung, thi, old] = [{ value: "Dr. Nhung" }, { value: "Thi Hong" }, { value: "Nguyen" }];
  expect(of(old, thi, absent)).toEqual([
    "Preferred name: we have no preferred name; the standard index now says Thi Hong. Both moved away from Nguyen.",
  ]);
  expect(of(absent, thi, nhung)).toEqual([
    "Preferred name: we say Dr. Nhung; the standard index now says Thi Hong. Before, there was none.",
  ]);
  expect(of(old, absent, nhung)).toEqual([
    "Preferred name: we say Dr. Nhung; the standard index now has no preferred name. Both moved away from Nguyen.",
  ]);
  expect(of(old, { value: "" }, nhung)).toEqual([
    "Preferred name: we say Dr. Nhung; the standard index now leaves it empty. Both moved away from Nguyen.",
  ]);
  expect(of(old, absent, old)).toEqual([
    "The preferred name: the standard index now has no preferred name. This directory still says Nguyen.",
  ]);
  expect(of(absent, thi, absent)).toEqual([
    "The preferred name: the standard index now says Thi Hong. This directory has no preferred name.",
  ]);
  expect(of(absent, absent, nhung)).toEqual(["The preferred name here is Dr. Nhung; the standard index has none."]);
});

test("[T6] a number whose label changed with it is reported with the other label", () => {
  const base = { value: [phone("(415) 555-0100", "Billing")] };
  const ours = { value: [phone("+1 415 555 0100", "Front desk")] };
  const of = (input: Partial<FieldInput>) =>
    told({ key: "phones", kind: "phones", base, index: ours, ...input }, practitioner);
  expect(of({ original: observed(base), known: { whole: ours } })).toEqual([
    "Front desk phone here is +1 415 555 0100; the standard index says (415) 555-0100, labelled Billing.",
  ]);
  expect(of({ original: observed(ours) })).toEqual([
    "Front desk phone: the standard index now says (415) 555-0100, labelled Billing. This directory still says +1 415 555 0100.",
  ]);
});

test("[T9] a number that keeps its spelling is told by its label or its place, never as itself and itself", () => {
  const front = { value: [phone("(415) 555-0100", "Front desk")] };
  const fax = { value: [phone("(415) 555-0100", "Fax")] };
  const of = (input: Partial<FieldInput>) => told({ key: "phones", kind: "phones", ...input }, practitioner);
  expect(of({ original: observed(front), base: front, index: fax })).toEqual([
    "The label of (415) 555-0100 in the index is now Fax, before Front desk, and no change set of ours did that.",
  ]);
  const relabel: Operation = { op: "replace", element: "+14155550100;ext=", by: phone("(415) 555-0100", "Fax") };
  expect(
    of({
      original: observed(front),
      base: front,
      index: front,
      changes: [aChange(relabel, { kind: "phones", state: "draft", order: null })],
    }),
  ).toEqual(["Staged: the label of (415) 555-0100 becomes Fax, from Front desk."]);
  const both = { value: [phone("(415) 555-0100", null), phone("(212) 555-0100", null)] };
  const turned = { value: both.value.toReversed() };
  for (const sentence of of({ original: observed(both), base: both, index: turned }))
    expect(sentence).toMatch(/^The number \S+ \S+ has another place in the list of the index, and no change set/);
});

test("changes are reported as what somebody did", () => {
  const says = (
    operation: Operation,
    field = "acceptedInsurances",
    kind: NonNullable<Change["kind"]> = "set",
    valueBefore: Reading | null = null,
  ) => describeChange({ operation, field, kind, valueBefore, baseSeen: null }, elm).text;
  expect(says({ op: "add", element: "ins_union" })).toBe("adds Unión Salud Básico to Elm Street Clinic");
  expect(says({ op: "remove", element: "ins_x" })).toBe("removes ins_x from Elm Street Clinic");
  expect(says({ op: "set", value: "Elm" }, "name", "text")).toBe("sets the name of Elm Street Clinic to Elm");
  const replace: Operation = { op: "replace", element: "+14155550199;ext=12", by: phone("(415) 555-0142", null) };
  expect(says(replace, "phones", "phones")).toBe(
    "replaces +1 415 555 0199 ext. 12 with (415) 555-0142 for Elm Street Clinic",
  );
  const before = { value: [phone("(415) 555-0100", null), { ...phone("415.555.0199", null), extension: "12" }] };
  expect(says(replace, "phones", "phones", before)).toBe(
    "replaces 415.555.0199 ext. 12 with (415) 555-0142 for Elm Street Clinic",
  );
  expect(says({ op: "remove", element: "5550;ext=" }, "phones", "phones")).toBe("removes 5550 from Elm Street Clinic");
  expect(says({ op: "reset", element: "ins_union", to: { value: true } })).toBe(
    "resets Unión Salud Básico for Elm Street Clinic to the standard value",
  );
  expect(says({ op: "takeBase", to: { value: [] } })).toBe(
    "takes the standard value of the accepted insurances for Elm Street Clinic",
  );
  expect(says({ op: "delete" })).toBe("deletes Elm Street Clinic");
});

test("[T7] words of a set that only the profile knows are reported as spelled, with the set that they are in", () => {
  const spoken = (input: Partial<FieldInput>) => told({ key: "languagesSpoken", kind: "set", ...input }, practitioner);
  const { recordName } = practitioner;
  expect(
    spoken({
      original: observed(set("en", "de")),
      base: set("en", "de"),
      index: set("en", "British Sign Language"),
      known: { whole: set("en", "British Sign Language") },
    }),
  ).toEqual([`${recordName} lists British Sign Language among the languages spoken too, and does not list de.`]);
  expect(spoken({ original: observed(set("de")), base: set("fr"), index: set() })).toEqual([
    `At ${recordName}, de is no longer listed here among the languages spoken, and no change set of ours did that.`,
    `${recordName}: the standard index now lists fr among the languages spoken. This directory does not.`,
  ]);
  const draft = aChange({ op: "add", element: "vi" }, { kind: "set", state: "draft", order: null });
  expect(spoken({ original: observed(set()), base: set(), index: set(), changes: [draft] })).toEqual([
    `Staged: ${recordName} lists vi among the languages spoken.`,
  ]);
  const does = (operation: Operation) =>
    describeChange(
      { operation, field: "languagesSpoken", kind: "set", valueBefore: null, baseSeen: null },
      practitioner,
    );
  expect(does({ op: "add", element: "vi" }).text).toBe(`adds vi to ${recordName} (languages spoken)`);
  expect(does({ op: "add", element: "vi" }).spans).toContainEqual({ value: "vi" });
  expect(does({ op: "reset", element: "vi", to: { value: false } }).text).toBe(
    `resets vi for ${recordName} (languages spoken) to the standard value`,
  );
  expect(does({ op: "set", value: ["en", "vi"] }).text).toBe(`sets the languages spoken of ${recordName} to en and vi`);
  expect(does({ op: "set", value: [] }).text).toBe(`sets the languages spoken of ${recordName} to empty`);
});

test("[T7] a field has the words that its name is made of, and a pointer stays one", () => {
  const labels = {
    salutation: "salutation",
    homeURL: "home URL",
    hasXRay: "has x ray",
    "/practice_areas": "/practice_areas",
  };
  for (const [key, label] of Object.entries(labels)) expect(fieldLabel(key)).toBe(label);
});
