import { isStatement } from "@dc/directory";
import type { Decision } from "@dc/contract";
import type { FieldRow } from "#/record/field-row.ts";
import { readingText } from "#/record/reading-value.tsx";

/** What was decided, for decisions that take effect at once: `Accepted: Dr. Theirs as preferred name.` Null for those that are staged. */
export function decisionText(row: FieldRow, decision: Decision): string | null {
  const { index, effective } = row.comparison.values;
  switch (decision) {
    case "accept":
      return `Accepted: ${valueAt(row, index)}.`;
    case "keep ours":
      return `Kept ours: ${valueAt(row, effective)}.`;
    case "pin":
      return `Pinned: ${row.labelInSentence}.`;
    case "follow":
      return `Follows base: ${row.labelInSentence}.`;
    case "take base":
    case "reset to base":
    case "remove override":
    case "restore":
    case "pin value":
      return null;
  }
}

function valueAt(
  { field, member, label, labelInSentence, wording }: FieldRow,
  reading: FieldRow["comparison"]["values"]["index"],
): string {
  const words = readingText(reading, wording);
  if (isStatement(field.kind)) return `${labelInSentence}: ${words}`;
  return member !== null ? `${label} is ${words}` : `${words} as ${labelInSentence}`;
}
