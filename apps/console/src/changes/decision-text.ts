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
      return `Pinned: ${inSentence(row.label)}.`;
    case "follow":
      return `Follows base: ${inSentence(row.label)}.`;
    case "take base":
    case "reset to base":
    case "remove override":
    case "restore":
    case "pin value":
      return null;
  }
}

function valueAt({ field, element, label }: FieldRow, reading: FieldRow["comparison"]["values"]["index"]): string {
  const words = readingText(reading);
  return field.kind === "set" && element !== null ? `${label} is ${words}` : `${words} as ${inSentence(label)}`;
}

/** A label inside a sentence; an acronym keeps its capitals. */
const inSentence = (label: string) =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLocaleLowerCase() + label.slice(1) : label;
