import type { FieldComparison, PartComparison, RecordComparison, Verdict } from "#/compare/comparison.ts";
import { comparisonRows } from "#/compare/count-verdicts.ts";
import type { FieldKey } from "#/records/field.ts";
import { presenceKey } from "#/records/reading.ts";
import { phoneSentence } from "./phone-sentence.ts";
import { hereOf } from "./sentence-context.ts";
import type { SentenceContext } from "./sentence-context.ts";
import { memberBaseMoved, memberDiffers, memberOutside, memberPending, membersOurs } from "./set-sentence.ts";
import { capital, plainText, strong, text } from "./span.ts";
import type { Span } from "./span.ts";
import { valueSentence } from "./value-sentence.ts";

/** In the order of who has to act. */
export type SentenceGroup = "needs a person" | "standard moved" | "ours on purpose" | "staged or held";

export const sentenceGroups: readonly SentenceGroup[] = [
  "needs a person",
  "standard moved",
  "ours on purpose",
  "staged or held",
];

export interface Sentence {
  group: SentenceGroup;
  /** `outside` where that is what the sentence tells. */
  mark: Verdict | "outside";
  /** The field told of; null for a sentence about the whole record. */
  field: FieldKey | null;
  /** The keys of the parts told of; empty for an undivided field. */
  parts: readonly string[];
  spans: readonly Span[];
  text: string;
  /** What stands besides: held, staged. */
  notes: readonly string[];
}

type Leaf = FieldComparison | PartComparison;

/** Tells one leaf of a field: a member, an entry, or the undivided field itself. */
export function sentenceOf(field: FieldComparison, leaf: Leaf, context: SentenceContext): Sentence {
  return sentenceOver(field, [leaf], leaf, context);
}

/** Tells every leaf that is not simply the same, each in exactly one sentence; members that are ours share one. */
export function sentencesOfField(field: FieldComparison, context: SentenceContext): Sentence[] {
  const told = comparisonRows(field).filter(isTold);
  const shared = field.kind === "set" ? told.filter((leaf) => isPart(leaf) && isPlainlyOurs(leaf)) : [];
  const sentences = told
    .filter((leaf) => !shared.includes(leaf))
    .map((leaf) => sentenceOver(field, [leaf], leaf, context));
  for (const notes of new Set(shared.map((leaf) => notesOf(leaf).join(" ")))) {
    const alike = shared.filter((leaf) => notesOf(leaf).join(" ") === notes);
    const first = alike[0];
    if (first !== undefined) sentences.push(sentenceOver(field, alike, first, context));
  }
  return inOrder(sentences);
}

/** Tells a whole record: its presence, or its fields. */
export function recordSentences(record: RecordComparison, context: SentenceContext): Sentence[] {
  const ofFields = record.fields.flatMap((field) => sentencesOfField(field, context));
  switch (record.presence) {
    case "both":
    case "in neither":
      return inOrder([...stagedLife(record, context), ...ofFields]);
    case "missing here":
    case "missing in standard":
      return inOrder([presenceSentence(record, record.presence, context), ...stagedLife(record, context), ...ofFields]);
    case "not read":
      return [];
  }
}

/** A creation or deletion that is staged: it turns round what the directory says. */
function stagedLife(record: RecordComparison, context: SentenceContext): Sentence[] {
  if (record.drafts.length === 0) return [];
  const isThere = record.presence === "both" || record.presence === "missing in standard";
  const spans = [
    text("Staged: "),
    strong(context.recordName),
    text(` is ${isThere ? "deleted" : "created"} in ${hereOf(context)}.`),
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

/** Whether a leaf gets a sentence; the others are only counted. */
export function isTold(leaf: Leaf): boolean {
  return (
    (leaf.verdict !== null && leaf.verdict !== "same") ||
    leaf.flags.includes("outside") ||
    leaf.flags.includes("held") ||
    leaf.drafts.length > 0
  );
}

function sentenceOver(
  field: FieldComparison,
  leaves: readonly Leaf[],
  first: Leaf,
  context: SentenceContext,
): Sentence {
  const spans = spansOf(field, leaves, first, context);
  return {
    group: groupOf(first),
    mark: markOf(first),
    field: field.key,
    parts: field.parts.length === 0 ? [] : leaves.map((leaf) => leaf.key),
    spans,
    text: plainText(spans),
    notes: notesOf(first),
  };
}

function spansOf(field: FieldComparison, leaves: readonly Leaf[], leaf: Leaf, context: SentenceContext): Span[] {
  if (!isPart(leaf) || leaf.key === presenceKey || field.parts.length === 0) {
    return valueSentence(field.key, leaf, context);
  }
  if (field.kind === "phones") return phoneSentence(leaf, context);
  if (leaf.flags.includes("outside")) return memberOutside(field.key, leaf, context);
  switch (leaf.verdict) {
    case "base moved":
      return memberBaseMoved(field.key, leaf, context);
    case "differs":
    case "conflict":
      return memberDiffers(field.key, leaf, context);
    case "ours":
      return membersOurs(field.key, leaves.filter(isPart), context);
    case "same":
    case null:
      return memberPending(field.key, leaf, context);
  }
}

function presenceSentence(
  record: RecordComparison,
  presence: "missing here" | "missing in standard",
  context: SentenceContext,
): Sentence {
  const verdict = record.verdict ?? "differs";
  const where =
    presence === "missing here"
      ? ` is in the standard index and not in ${hereOf(context)}.`
      : ` is in ${hereOf(context)} and not in the standard index.`;
  const spans = [strong(capital(context.recordName)), text(where)];
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

function isPart(leaf: Leaf): leaf is PartComparison {
  return !("kind" in leaf);
}

function isPlainlyOurs(leaf: PartComparison): boolean {
  return leaf.key !== presenceKey && leaf.verdict === "ours" && !leaf.flags.includes("outside");
}

function markOf(leaf: Leaf): Sentence["mark"] {
  if (leaf.verdict === "conflict") return "conflict";
  return leaf.flags.includes("outside") ? "outside" : (leaf.verdict ?? "same");
}

function groupOf(leaf: Leaf): SentenceGroup {
  if (leaf.flags.includes("outside")) return "needs a person";
  return groupOfVerdict(leaf.verdict ?? "same");
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

function notesOf(leaf: Leaf): string[] {
  const notes: string[] = [];
  if (leaf.flags.includes("held")) notes.push(heldNote);
  if (leaf.drafts.length > 0) notes.push(stagedNote);
  return notes;
}

function inOrder(sentences: readonly Sentence[]): Sentence[] {
  const rank = (sentence: Sentence) =>
    sentenceGroups.indexOf(sentence.group) * 2 + (sentence.mark === "conflict" ? 0 : 1);
  return sentences.toSorted((a, b) => rank(a) - rank(b));
}
