import type { Connection } from "@dc/contract";
import { describePhone, type Json } from "@dc/directory";

export type Meaning = Connection["recordTypes"][number]["meanings"][number];

export interface TypedPhone {
  number: string;
  extension: string;
  label: string;
  /** True to send the number exactly as typed, although it is not a possible number. */
  asItStands?: boolean;
}

export interface TypedFields {
  /** Texts and references, by meaning. */
  texts: { readonly [key: string]: string };
  /** Members of sets. */
  members: { readonly [key: string]: readonly string[] };
  phones: { readonly [key: string]: readonly TypedPhone[] };
}

export const emptyTypedFields: TypedFields = { texts: {}, members: {}, phones: {} };

/** The meanings that a new record of this type can be given. */
export function meaningsToCreate(connection: Connection | undefined, type: string): Meaning[] {
  const meanings = connection?.recordTypes.find((known) => known.type === type)?.meanings ?? [];
  return meanings.filter(({ writable, kind }) => writable && kind !== "json");
}

/** Labels of the meanings that a referenced record holds for it: "name, time zone and phone numbers" of a place. */
export function heldByReference(connection: Connection | undefined, type: string, { refersTo }: Meaning): string[] {
  if (refersTo === null || refersTo === type) return [];
  const meanings = connection?.recordTypes.find((known) => known.type === type)?.meanings ?? [];
  return meanings.flatMap(({ heldBy, label }) => (heldBy === refersTo ? [label.toLocaleLowerCase()] : []));
}

const nameMeanings = ["displayName", "name", "preferredName"];

/** The text meaning that serves as the record's name; null if it has none. */
export function nameMeaning(meanings: readonly Meaning[]): Meaning | null {
  const known = nameMeanings.flatMap((name) => meanings.find(({ key, kind }) => key === name && kind === "text") ?? []);
  return known[0] ?? null;
}

/** Errors of the typed values, by meaning. */
export function errorsOf(
  meanings: readonly Meaning[],
  { texts, phones }: TypedFields,
  region: string,
): { [key: string]: string } {
  const errors: { [key: string]: string } = {};
  const name = nameMeaning(meanings);
  if (name !== null && (texts[name.key] ?? "").trim() === "") errors[name.key] = "Enter a name.";
  for (const { key, refersTo } of meanings)
    if (refersTo === "practitioner" && (texts[key] ?? "").trim() === "")
      errors[key] = "Enter the practitioner of this schedule.";
  for (const [key, typed] of Object.entries(phones))
    if (typed.some((phone) => needsConfirmation(phone, region) && phone.asItStands !== true))
      errors[key] = "Correct the number, or send it as it stands.";
  return errors;
}

/** Whether the typed text is not a possible phone number, so that a person has to confirm it. */
export function needsConfirmation({ number }: TypedPhone, region: string): boolean {
  return number.trim() !== "" && !describePhone(number, region).possible;
}

/** The values to create with. Empty inputs are left out, but an empty set is sent: it has no members. */
export function fieldsToCreate(
  meanings: readonly Meaning[],
  { texts, members, phones }: TypedFields,
): { [key: string]: Json } {
  const fields: { [key: string]: Json } = {};
  for (const { key, kind } of meanings) {
    if (kind === "set") fields[key] = [...(members[key] ?? [])];
    else if (kind === "phones") {
      const entered = (phones[key] ?? []).filter(({ number }) => number.trim() !== "").map(phoneOf);
      if (entered.length > 0) fields[key] = entered;
    } else {
      const text = (texts[key] ?? "").trim();
      if (text !== "") fields[key] = text;
    }
  }
  return fields;
}

function phoneOf({ number, extension, label }: TypedPhone): { [part: string]: Json } {
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  return { number: number.trim(), extension: orNull(extension), label: orNull(label) };
}
