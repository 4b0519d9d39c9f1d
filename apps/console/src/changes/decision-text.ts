import type { Decision } from "@dc/contract";
import type { Place } from "#/record/field-row.ts";
import { wordsOfReading } from "#/record/reading-value.tsx";

/** What was decided about a place where it takes effect at once: `Accepted: Dr. Theirs as preferred name.` */
export function wordsOfDecision(place: Place, decision: Decision): string | null {
  const { index, effective } = place.leaf.values;
  switch (decision) {
    case "accept":
      return `Accepted: ${valueAt(place, index)}.`;
    case "keep ours":
      return `Kept ours: ${valueAt(place, effective)}.`;
    case "pin":
      return `Pinned: ${inSentence(place.label)}.`;
    case "follow":
      return `Follows base: ${inSentence(place.label)}.`;
    case "take base":
    case "reset to base":
    case "remove override":
    case "restore":
      return null;
  }
}

function valueAt({ field, element, label }: Place, reading: Place["leaf"]["values"]["index"]): string {
  const words = wordsOfReading(reading);
  return field.kind === "set" && element !== null ? `${label} is ${words}` : `${words} as ${inSentence(label)}`;
}

/** A label within a sentence; what is written in capitals stays so. */
const inSentence = (label: string) =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLocaleLowerCase() + label.slice(1) : label;
