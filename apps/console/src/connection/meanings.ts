import type { Connection, RecordView, SetContent } from "@dc/contract";
import { fieldLabel, type FieldWording, type PhoneSpelling, type ValueForm, shapeOf } from "@dc/directory";
import { capitalise } from "#/ui/display/capitalise.ts";

const nameMeanings: readonly string[] = ["displayName", "preferredName", "name"];

/** Whether a meaning is a name of its record, or a part of one. */
export function isName(connection: Connection | undefined, type: string, key: string): boolean {
  const composed = connection?.recordTypes.find((known) => known.type === type)?.composed ?? [];
  const isPart = composed.some(
    (name) => nameMeanings.includes(name.key) && name.parts.some(({ field, isOwn }) => isOwn && field === key),
  );
  return isPart || nameMeanings.includes(key);
}

const meaningsOf = (connection: Connection | undefined, type: string) =>
  connection?.recordTypes.find((known) => known.type === type)?.meanings;

/** The profile's label of a field; a JSON Pointer stays as it is. */
export function meaningLabel(connection: Connection | undefined, type: string, key: string): string {
  const meaning = meaningsOf(connection, type)?.find((known) => known.key === key);
  return meaning?.label ?? capitalise(fieldLabel(key));
}

/** The same inside a sentence. */
export function labelInSentence(connection: Connection | undefined, type: string, key: string): string {
  return meaningsOf(connection, type)?.find((known) => known.key === key)?.labelInSentence ?? fieldLabel(key);
}

/** What gives a field its name and its values their words, and what values are possible; null where the profile does not know it. */
export function wordingOf(
  connection: Connection | undefined,
  type: string,
  key: string,
): (FieldWording & ValueForm) | null {
  const meaning = meaningsOf(connection, type)?.find((known) => known.key === key);
  if (meaning === undefined) return null;
  const { kind, labelInSentence: label, choices, range } = meaning;
  return { kind, label, choices, range };
}

/** What the members of a set are; null if the field is not a set or the profile is not known yet. */
export function setContentOf(connection: Connection | undefined, type: string, key: string): SetContent | null {
  return meaningsOf(connection, type)?.find((known) => known.key === key)?.setContent ?? null;
}

/** The record type that a reference names; null for other fields, and until the profile is known. */
export function refersTo(connection: Connection | undefined, type: string, key: string): string | null {
  return meaningsOf(connection, type)?.find((known) => known.key === key)?.refersTo ?? null;
}

/** Whether a set holds plans; true for a set that the profile does not name, and until the profile is known. */
export const isPlanSet = (connection: Connection | undefined, type: string, key: string): boolean =>
  (setContentOf(connection, type, key) ?? "plans") === "plans";

/** The set that "plans" of a record refers to: the first one that holds plans, or null. */
export function planSetOf(connection: Connection | undefined, { record, comparison, lost }: RecordView): string | null {
  const set = comparison.fields.find(
    ({ kind, key }) => shapeOf(kind) === "members" && !lost.includes(key) && isPlanSet(connection, record.type, key),
  );
  return set?.key ?? null;
}

/** Whether this is the record's only set of plans; true until the profile is known. */
export function isOnlyPlanSet(connection: Connection | undefined, type: string, key: string): boolean {
  const meanings = meaningsOf(connection, type);
  if (meanings === undefined) return true;
  const ofPlans = meanings.filter(({ setContent }) => setContent === "plans");
  return ofPlans.length === 1 && ofPlans[0]?.key === key;
}

/** Whether the profile says how the field is written; true until the profile is known. */
export function isWritable(connection: Connection | undefined, type: string, key: string): boolean {
  if (key.startsWith("/")) return false;
  const meanings = meaningsOf(connection, type);
  return meanings === undefined || (meanings.find((known) => known.key === key)?.writable ?? false);
}

/** Whether the service keeps one phone, or one member of a set, in this field; false until the profile is known. */
export function holdsOne(connection: Connection | undefined, type: string, key: string): boolean {
  return meaningsOf(connection, type)?.find((known) => known.key === key)?.holdsOne ?? false;
}

/** How the phones of a field are read, and which parts of a phone the service keeps. */
export interface PhoneParts {
  /** Numbers without a country code are read as numbers of this country. */
  region: string;
  hasExtension: boolean;
  hasLabel: boolean;
  /** The field holds one number alone. */
  isSingle: boolean;
  /** How a number is written to the service. */
  format: PhoneSpelling;
}

/** Every part is offered until the profile is known. */
export function phoneParts(connection: Connection | undefined, type: string, key: string): PhoneParts {
  const parts = meaningsOf(connection, type)?.find((known) => known.key === key)?.phoneParts ?? null;
  return {
    region: connection?.defaultRegion ?? "US",
    hasExtension: parts?.extension ?? true,
    hasLabel: parts?.label ?? true,
    isSingle: holdsOne(connection, type, key),
    format: parts?.format ?? "as-typed",
  };
}
