import type {
  ComparisonRow,
  FieldComparison,
  PartComparison,
  RecordComparison,
  Verdict,
} from "#/compare/comparison.ts";
import { comparisonRows } from "#/compare/count-verdicts.ts";
import { shapeOf } from "#/kinds/kinds.ts";
import type { FieldKey } from "#/records/field.ts";
import { listPresenceKey } from "#/records/reading.ts";
import { namingAmong } from "#/values/look-alikes.ts";
import { phoneSentence } from "./phone-sentence.ts";
import { directoryName } from "./sentence-context.ts";
import type { SentenceContext } from "./sentence-context.ts";
import { memberSentence } from "./set-sentence.ts";
import { capitalise, plainText, strong, text, withOneStop } from "./span.ts";
import type { Span } from "./span.ts";
import { valueSentence } from "./value-sentence.ts";

/** By who has to act; the first group is the most urgent. */
export type SentenceGroup = "needs a person" | "standard moved" | "ours on purpose" | "staged or held";

export const sentenceGroups: readonly SentenceGroup[] = [
  "needs a person",
  "standard moved",
  "ours on purpose",
  "staged or held",
];

export interface Sentence {
  group: SentenceGroup;
  /** `outside` where the sentence describes a change from outside. */
  mark: Verdict | "outside";
  /** The field described; null for a sentence about the whole record. */
  field: FieldKey | null;
  /** The keys of the parts described; empty for an undivided field. */
  parts: readonly string[];
  spans: readonly Span[];
  text: string;
  /** Additional notes: held, staged. */
  notes: readonly string[];
}

/** Describes every row that is not simply the same in exactly one sentence; members that are ours share one. */
export function fieldSentences(field: FieldComparison, context: SentenceContext): Sentence[] {
  const described = comparisonRows(field).filter(hasSentence);
  const shared = shapeOf(field.kind) === "members" ? described.filter((row) => isPart(row) && isPlainlyOurs(row)) : [];
  const sentences = described
    .filter((row) => !shared.includes(row))
    .map((row) => sentenceOver(field, [row], row, context));
  for (const notes of new Set(shared.map((row) => notesOf(row).join(" ")))) {
    const alike = shared.filter((row) => notesOf(row).join(" ") === notes);
    const first = alike[0];
    if (first !== undefined) sentences.push(sentenceOver(field, alike, first, context));
  }
  return inOrder(sentences);
}

/** Describes a whole record: its presence and its fields. */
export function recordSentences(record: RecordComparison, context: SentenceContext): Sentence[] {
  const ofFields = record.fields.flatMap((field) => fieldSentences(field, context));
  switch (record.presence) {
    case "both":
    case "in neither":
      return inOrder([...stagedLifecycle(record, context), ...ofFields]);
    case "missing here":
    case "missing in standard":
      return inOrder([
        presenceSentence(record, record.presence, context),
        ...stagedLifecycle(record, context),
        ...ofFields,
      ]);
    case "not read":
      return [];
  }
}

/** A staged creation or deletion of the record itself. */
function stagedLifecycle(record: RecordComparison, context: SentenceContext): Sentence[] {
  if (record.drafts.length === 0) return [];
  const isThere = record.presence === "both" || record.presence === "missing in standard";
  const spans = [
    text("Staged: "),
    strong(context.recordName),
    text(` is ${isThere ? "deleted" : "created"} in ${directoryName(context)}.`),
  ];
  return [
    {
      group: "staged or held",
      mark: "same",
      field: null,
      parts: [],
      spans,
      text: plainText(spans),
      notes: [stagedNote],
    },
  ];
}

/** Whether a row gets a sentence; the others are only counted. */
export function hasSentence(row: ComparisonRow): boolean {
  return (
    (row.verdict !== null && row.verdict !== "same") ||
    row.flags.includes("outside") ||
    row.flags.includes("held") ||
    row.drafts.length > 0
  );
}

function sentenceOver(
  field: FieldComparison,
  rows: readonly ComparisonRow[],
  first: ComparisonRow,
  context: SentenceContext,
): Sentence {
  const spans = withOneStop(spansOf(field, rows, first, context));
  return {
    group: groupOf(first),
    mark: markOf(first),
    field: field.key,
    parts: field.parts.length === 0 ? [] : rows.map((row) => row.key),
    spans,
    text: plainText(spans),
    notes: notesOf(first),
  };
}

function spansOf(
  field: FieldComparison,
  rows: readonly ComparisonRow[],
  row: ComparisonRow,
  context: SentenceContext,
): Span[] {
  if (!isPart(row) || row.key === listPresenceKey || field.parts.length === 0) {
    return valueSentence(field, row, context);
  }
  switch (shapeOf(field.kind)) {
    case "whole":
      return valueSentence(field, row, context);
    case "members":
      return memberSentence(field.key, row, rows.filter(isPart), namingMembers(field, context));
    case "keyed":
      return phoneSentence(row, context);
    case "parts":
      return valueSentence(field, row, context, row.key);
  }
}

/** The names that sentences use, with the signs named by which members that look the same differ. */
function namingMembers({ key, parts }: FieldComparison, context: SentenceContext): SentenceContext {
  const names = parts.map((part) => context.memberName(key, part.key) ?? part.key);
  const named = new Map(
    namingAmong(names).flatMap((name, at) => (name === names[at] ? [] : [[parts[at]?.key ?? "", name] as const])),
  );
  return named.size === 0
    ? context
    : { ...context, memberName: (field, id) => named.get(id) ?? context.memberName(field, id) };
}

function presenceSentence(
  record: RecordComparison,
  presence: "missing here" | "missing in standard",
  context: SentenceContext,
): Sentence {
  const verdict = record.verdict ?? "differs";
  const where =
    presence === "missing here"
      ? ` is in the standard index and not in ${directoryName(context)}.`
      : ` is in ${directoryName(context)} and not in the standard index.`;
  const spans = [strong(capitalise(context.recordName)), text(where)];
  return {
    group: record.flags.includes("outside") ? "needs a person" : groupOfVerdict(verdict),
    mark: record.flags.includes("outside") ? "outside" : verdict,
    field: null,
    parts: [],
    spans,
    text: plainText(spans),
    notes: record.flags.includes("held") ? [heldNote] : [],
  };
}

function isPart(row: ComparisonRow): row is PartComparison {
  return !("kind" in row);
}

function isPlainlyOurs(row: PartComparison): boolean {
  return row.key !== listPresenceKey && row.verdict === "ours" && !row.flags.includes("outside");
}

function markOf(row: ComparisonRow): Sentence["mark"] {
  if (row.verdict === "conflict") return "conflict";
  return row.flags.includes("outside") ? "outside" : (row.verdict ?? "same");
}

function groupOf(row: ComparisonRow): SentenceGroup {
  if (row.flags.includes("outside")) return "needs a person";
  return groupOfVerdict(row.verdict ?? "same");
}

function groupOfVerdict(verdict: Verdict): SentenceGroup {
  switch (verdict) {
    case "conflict":
    case "differs":
      return "needs a person";
    case "base moved":
      return "standard moved";
    case "ours":
      return "ours on purpose";
    case "same":
      return "staged or held";
  }
}

const heldNote = "Held: approved, not in the index yet.";
const stagedNote = "Staged, not sent.";

function notesOf(row: ComparisonRow): string[] {
  const notes: string[] = [];
  if (row.flags.includes("held")) notes.push(heldNote);
  if (row.drafts.length > 0) notes.push(stagedNote);
  return notes;
}

function inOrder(sentences: readonly Sentence[]): Sentence[] {
  const rank = (sentence: Sentence) =>
    sentenceGroups.indexOf(sentence.group) * 2 + (sentence.mark === "conflict" ? 0 : 1);
  return sentences.toSorted((a, b) => rank(a) - rank(b));
}
