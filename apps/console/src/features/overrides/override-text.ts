import type { Override } from "@dc/contract";
import { membersOf, phonesOf, textsOf, shapeOf } from "@dc/directory";
import { readingText } from "#/record/reading-value.tsx";
import { operationText } from "#/changes/change-text.tsx";
import type { Wording } from "#/record/wording.ts";

/** The record's name, for a schedule with its practitioner; null if neither is known. */
export function recordText({ recordName, change: { practitioner } }: Override): string | null {
  const owner = practitioner === null ? null : (practitioner.name ?? practitioner.id);
  return [recordName, owner].filter((name) => name !== null).join(" · ") || null;
}

/**
 * The override in a few words. If a later decision has undone one half of a replacement, only the other half is named.
 */
export function overrideText({ change, elements, kind, record, field }: Override, wording: Wording): string {
  const { operation } = change;
  const [only, ...others] = elements;
  if (shapeOf(kind ?? "json") !== "members" || operation.op !== "replace" || only === undefined || others.length > 0)
    return operationText(change, wording);
  return `${wording.member(record.type, field ?? "", only) ?? only} ${only === operation.element ? "removed" : "added"}`;
}

/** The standard value of the elements that an override decides, in a few words. */
export function baseText({ base, elements, kind, record, field }: Override, wording: Wording): string {
  if (field === null) return "";
  if (base === null) return "no value";
  const shape = shapeOf(kind ?? "json");
  if (shape === "keyed") {
    const numbers = (phonesOf(base) ?? []).map(({ number }) => number);
    return numbers.length > 1 ? `${numbers.length} numbers` : (numbers[0] ?? readingText(base));
  }
  const [part] = shape === "parts" ? elements : [];
  if (part !== undefined) {
    const text = textsOf(base)?.get(part);
    return text === undefined ? "no value" : text;
  }
  const members = shape === "members" && elements.length > 0 && "value" in base ? membersOf(base) : null;
  if (members === null) return readingText(base, wording.field(record.type, field));
  const present = elements.filter((element) => members.has(element)).length;
  if (present === 0) return "not listed";
  return present === elements.length ? "listed" : `${present} of ${elements.length} listed`;
}
