import { expect, test } from "vitest";
import { compareField } from "#/compare/compare-field.ts";
import type { FieldInput } from "#/compare/field-input.ts";
import { journalText } from "#/messages/journal-message.ts";
import { aChange, aField, observed } from "#/testing/arbitraries.ts";
import { fieldSentences } from "./comparison-sentences.ts";
import { describeChange } from "./describe-change.ts";
import type { FieldWording, SentenceContext } from "./sentence-context.ts";

const wordings: { readonly [field: string]: FieldWording } = {
  gender: {
    kind: "choice",
    label: null,
    choices: [
      { value: "F", words: "female" },
      { value: "M", words: "male" },
      { value: "X", words: "not stated" },
    ],
  },
  panel: { kind: "boolean", label: "accepts new patients", choices: null },
  certified: { kind: "date", label: "board-certified since", choices: null },
};
const context: SentenceContext = {
  recordName: "Dr. Eze",
  memberName: () => null,
  wording: (field) => wordings[field] ?? null,
};
const clinic: SentenceContext = { ...context, recordName: "Elm Street Clinic", namesRecord: true };
const is = (value: string | number | boolean | null) => ({ value });

const told = (input: Partial<FieldInput>, of = context) =>
  fieldSentences(compareField(aField({ key: "gender", kind: "choice", ...input })), of).map(({ text }) => text);

test("[T14] a sentence that ends with a value which has a full stop has one", () => {
  const named = { key: "preferredName", kind: "text", base: is("Wade F."), index: is("Wade F.") } as const;
  const changes = [aChange({ op: "set", value: "Wade" }, { kind: "text" })];
  const original = observed(is("Wade F."));
  expect(told({ ...named, original, changes })).toEqual(["The preferred name here is Wade, not Wade F."]);
});

test("[T10] a value that is ours is told beside the standard one, by the words of both", () => {
  const ours = { original: observed(is("F")), base: is("F"), index: is("F") };
  const set = (value: string | boolean | number) => [aChange({ op: "set", value }, { kind: "choice" })];
  expect(told({ ...ours, changes: set("M") })).toEqual(["Gender: female → male."]);
  expect(told({ ...ours, changes: set("M") }, clinic)).toEqual(["Elm Street Clinic, gender: female → male."]);
  const empty = { original: observed(is(null)), base: is(null), index: is(null) };
  expect(told({ ...empty, changes: set("M") })).toEqual(["Gender: empty → male."]);
  const none = { original: observed({ absent: true }), base: { absent: true }, index: { absent: true } } as const;
  expect(told({ ...none, changes: set("M") })).toEqual(["Gender: none → male."]);
  expect(
    told({
      key: "panel",
      kind: "boolean",
      original: observed(is(false)),
      base: is(false),
      index: is(false),
      changes: [aChange({ op: "set", value: true }, { kind: "boolean" })],
    }),
  ).toEqual(["Accepts new patients: no → yes."]);
  expect(
    told({
      key: "yearsInPractice",
      kind: "number",
      original: observed(is(12)),
      base: is(12),
      index: is(12),
      changes: [aChange({ op: "set", value: 13 }, { kind: "number" })],
    }),
  ).toEqual(["Years in practice: 12 → 13."]);
});

test("[T10] what moved, differs, conflicts or changed outside is told by its words", () => {
  const known = { known: { whole: is("F") } };
  expect(told({ original: observed(is("F")), base: is("M"), index: is("F") })).toEqual([
    "Gender: the standard index now says male. This directory still says female.",
  ]);
  expect(told({ base: is("M"), index: is("F"), ...known })).toEqual([
    "Gender: this directory says female, the standard index says male. It is not known which side changed.",
  ]);
  expect(
    told({
      original: observed(is("F")),
      base: is("X"),
      index: is("F"),
      changes: [aChange({ op: "set", value: "M" }, { kind: "choice" })],
    }),
  ).toEqual(["Gender: we say male; the standard index now says not stated. Both moved away from female."]);
  expect(told({ original: observed(is("F")), base: is("F"), index: is("M"), ...known })).toEqual([
    "Gender: the index now says male, before female, and no change set of ours did that.",
  ]);
  expect(told({ original: observed(is("F")), base: is("F"), index: { absent: true }, ...known })).toEqual([
    "Gender: the index now has no value, before female, and no change set of ours did that.",
  ]);
});

test("[T10] what is staged leads from ours, and what is held is told as it is", () => {
  const same = { original: observed(is("2019-06-15")), base: is("2019-06-15"), index: is("2019-06-15") };
  const change = aChange({ op: "set", value: "2020-01-31" }, { kind: "date", state: "draft", order: null });
  expect(told({ key: "certified", kind: "date", ...same, changes: [change] })).toEqual([
    "Staged: board-certified since: 15 June 2019 → 31 January 2020.",
  ]);
  expect(
    told({ key: "certified", kind: "date", ...same, base: is("2020-01-31"), changes: [{ ...change, state: "held" }] }),
  ).toEqual(["Board-certified since: 31 January 2020, as in the standard index. The index does not have it yet."]);
});

test("[T11] a label and the words of a choice are told of a change, and kept by the journal", () => {
  const change = (field: string, kind: "choice" | "boolean" | "date", value: string | boolean) => ({
    operation: { op: "set", value } as const,
    field,
    kind,
    baseSeen: null,
    valueBefore: null,
  });
  const texts = [
    change("gender", "choice", "X"),
    change("panel", "boolean", true),
    change("certified", "date", "2020-01-31"),
  ].map((change) => describeChange(change, context).text);
  expect(texts).toEqual([
    "sets the gender of Dr. Eze to not stated",
    "sets “accepts new patients” of Dr. Eze to yes",
    "sets “board-certified since” of Dr. Eze to 31 January 2020",
  ]);
  const staged = {
    by: "Ada",
    change: change("gender", "choice", "X"),
    record: { type: "practitioner", name: "Dr. Eze" },
    index: "idx_1",
    members: {},
    label: "gender of record",
    choices: [{ value: "X", words: "not stated" }],
  };
  expect(journalText({ code: "change.stage", params: staged })).toBe(
    "Ada staged: sets “gender of record” of Dr. Eze to not stated",
  );
  const decision = { by: "Ada", field: "panel", record: { type: "practitioner", id: "1", name: "Dr. Eze" } };
  expect(journalText({ code: "decision.keep-ours", params: { ...decision, label: "accepts new patients" } })).toBe(
    "Ada kept our value of “accepts new patients” of Dr. Eze",
  );
  expect(journalText({ code: "decision.keep-ours", params: decision })).toBe(
    "Ada kept our value of the panel of Dr. Eze",
  );
});

test("[T13] a value that looks like the standard one is told with the sign that differs", () => {
  const lee = { original: observed(is("Ann Lee")), base: is("Ann Lee"), index: is("Ann Lee") };
  const changes = [aChange({ op: "set", value: "Ann\u00A0Lee" }, { kind: "text" })];
  expect(told({ key: "preferredName", kind: "text", ...lee, changes })).toEqual([
    "The preferred name here is Ann\u00A0Lee (with a no-break space at character 4), not Ann Lee.",
  ]);
});
