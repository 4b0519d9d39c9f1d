import type { Change, RecordView } from "@dc/contract";
import { plainText, recordKey, recordSentences, type Sentence, sentenceGroups, type Span } from "@dc/directory";
import { fieldRowId, type FieldRow } from "#/record/field-row.ts";
import type { Wording } from "#/record/wording.ts";
import { formatDay } from "#/ui/display/format-time.ts";
import { signOfVerdict } from "#/marks/verdict.tsx";

export interface ComparisonSentence extends Sentence {
  id: string;
  record: RecordView["record"];
  rowId: string | null;
  /** Who set the value, when and why; one line for each change. */
  setBy: readonly string[];
  /** The change set of a held change; null if none is held. */
  heldIn: string | null;
}

interface SentenceOptions {
  wording: Wording;
  /** The name of the other side, unless it is the standard index. */
  otherName: string | null;
  rowById: ReadonlyMap<string, FieldRow>;
  now: Date;
}

/** Every difference as a sentence, the most urgent group first. */
export function comparisonSentences(
  records: readonly RecordView[],
  changes: readonly Change[],
  { wording, otherName, rowById, now }: SentenceOptions,
): ComparisonSentence[] {
  const listed = records.flatMap((view) => {
    const context = {
      recordName: view.name ?? view.record.id,
      memberName: (field: string, id: string) => wording.member(view.record.type, field, id),
      wording: (field: string) => wording.field(view.record.type, field),
      namesRecord: view.record.type !== "practitioner",
    };
    return recordSentences(view.comparison, context).map((sentence, index): ComparisonSentence => {
      const { field, parts } = sentence;
      const rows = field === null ? [] : [...parts, null].map((part) => fieldRowId(view.record, field, part));
      const inForce = new Set(rows.map((id) => rowById.get(id)?.comparison.override?.changeId));
      const ours = changes.filter(({ id }) => inForce.has(id));
      return {
        ...withOtherName(sentence, otherName),
        id: `${recordKey(view.record)} ${index}`,
        record: view.record,
        rowId: rows[0] ?? null,
        setBy: [...new Set(ours.map((change) => setByWords(change, now)))],
        heldIn: ours.find(({ state }) => state === "held")?.changeSetId ?? null,
      };
    });
  });
  return sentenceGroups.flatMap((group) => listed.filter((sentence) => sentence.group === group));
}

/** `Set by Marta Silva on 3 Sep: “ext. 7 reaches scheduling”, verified 14 Oct. Pin.` */
function setByWords({ createdBy, createdAt, evidence, policy }: Change, now: Date): string {
  const day = formatDay(new Date(createdAt), now);
  const verified =
    evidence === null || evidence.verifiedOn === null
      ? ""
      : `, verified ${formatDay(new Date(`${evidence.verifiedOn}T00:00:00`), now)}`;
  const reason = evidence === null ? ", no reason given" : `: “${evidence.reason.replace(/[.\s]+$/, "")}”${verified}`;
  return `Set by ${createdBy.name} on ${day}${reason}. ${policy === "pin" ? "Pin." : "Follow."}`;
}

/** The sentences as plain text under a title. */
export function textOfSentences(sentences: readonly ComparisonSentence[], title: string): string {
  const lines = [title];
  for (const group of sentenceGroups) {
    const ofGroup = sentences.filter((sentence) => sentence.group === group);
    if (ofGroup.length === 0) continue;
    lines.push("", groupTitles[group]);
    for (const { mark, text, setBy, notes } of ofGroup) {
      lines.push(`${signOfVerdict(mark)} ${text}`, ...[...setBy, ...notes].map((note) => `  ${note}`));
    }
  }
  return `${lines.join("\n")}\n`;
}

export const groupTitles: { readonly [group in Sentence["group"]]: string } = {
  "needs a person": "Needs a person",
  "standard moved": "The standard index moved",
  "ours on purpose": "Ours on purpose",
  "staged or held": "Staged or held",
};

/** The domain names the standard index; when the other side is a directory, its name replaces that. */
function withOtherName(sentence: Sentence, otherName: string | null): Sentence {
  if (otherName === null) return sentence;
  const spans = sentence.spans.map((span): Span =>
    "text" in span ? { text: span.text.replaceAll(/the standard index/gi, () => otherName) } : span,
  );
  return { ...sentence, spans, text: plainText(spans) };
}
