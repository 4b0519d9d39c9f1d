import type { Connection } from "@dc/contract";
import {
  describePhone,
  impossibleValue,
  type Json,
  languageOf,
  membersOf,
  phonesOf,
  textsOf,
  typedText,
  typedValue,
  type ValueForm,
  type PhoneSpelling,
  spellingText,
  shapeOf,
} from "@dc/directory";
import type { PartText } from "#/features/practitioners/parts/language-text-fields.tsx";
import { sendAnywayLabel } from "#/features/practitioners/phones/number-format.ts";
import { controlOf, isOneValue } from "#/kinds/kinds.ts";

type RecordType = Connection["recordTypes"][number];
export type Meaning = RecordType["meanings"][number];

export interface TypedPhone {
  number: string;
  extension: string;
  label: string;
  /** True to send the number exactly as typed, although it is not a possible number. */
  asItStands?: boolean;
}

export interface TypedFields {
  /** Texts, references and other single values, by meaning. */
  texts: { readonly [key: string]: string };
  /** Members of sets. */
  members: { readonly [key: string]: readonly string[] };
  phones: { readonly [key: string]: readonly TypedPhone[] };
  /** Texts by part. */
  parts?: { readonly [key: string]: readonly PartText[] };
}

export const emptyTypedFields: TypedFields = { texts: {}, members: {}, phones: {} };

/** What a new record of a type is asked for. */
export interface CreationForm {
  meanings: readonly Meaning[];
  /** The keys of the meanings that a new record must have. */
  required: ReadonlySet<string>;
  /** The keys of the parts of its name, of which it must have one; empty where its name is a meaning of its own. */
  nameParts: readonly string[];
  /** The values that the form begins with. */
  start: TypedFields;
}

/**
 * The form for a new record of this type: the meanings that it can be given, and the members without a meaning that
 * creation requires and that have no default. A name is asked for where the record has one, or any part of it, so that
 * people can find it, and so is the practitioner to whom it belongs.
 */
export function creationForm(connection: Connection | undefined, type: string): CreationForm {
  const known = connection?.recordTypes.find((recordType) => recordType.type === type);
  const { required = [], defaults = {} } = known?.creation ?? {};
  const meanings = (known?.meanings ?? []).filter(({ writable, kind }) => writable && kind !== "json");
  const members = required.filter((key) => key.startsWith("/") && !Object.hasOwn(defaults, key)).map(memberAsText);
  const composed = nameMeanings.flatMap((name) => known?.composed.find(({ key }) => key === name) ?? [])[0];
  const nameParts = composed === undefined ? [] : ownParts(composed, meanings);
  const name = composed === undefined ? nameMeaning(meanings) : null;
  const belonging = meanings.filter(({ refersTo }) => refersTo === "practitioner");
  return {
    meanings: [...meanings, ...members],
    required: new Set([...required, ...(name === null ? [] : [name.key]), ...belonging.map(({ key }) => key)]),
    nameParts,
    start: typedDefaults(meanings, defaults),
  };
}

/** The parts of a composed name that a new record can be given itself. */
function ownParts({ parts }: RecordType["composed"][number], meanings: readonly Meaning[]): string[] {
  const ownFields = parts.filter(({ isOwn }) => isOwn).map(({ field }) => field);
  return ownFields.filter((field) => meanings.some(({ key }) => key === field));
}

function memberAsText(pointer: string): Meaning {
  const label = pointer
    .slice(pointer.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  return {
    key: pointer,
    kind: "text",
    label,
    labelInSentence: label,
    writable: true,
    heldBy: "",
    phoneParts: null,
    holdsOne: false,
    setContent: null,
    choices: null,
    range: null,
    refersTo: null,
  };
}

/** What values a meaning has, for its input. */
export function formOf({ kind, choices, range }: Meaning): ValueForm {
  return { kind, choices, range };
}

function typedDefaults(meanings: readonly Meaning[], defaults: { readonly [key: string]: Json }): TypedFields {
  const texts: { [key: string]: string } = {};
  const members: { [key: string]: string[] } = {};
  const phones: { [key: string]: TypedPhone[] } = {};
  const parts: { [key: string]: PartText[] } = {};
  for (const { key, kind } of meanings) {
    const value = Object.hasOwn(defaults, key) ? defaults[key] : undefined;
    if (value === undefined) continue;
    const shape = shapeOf(kind);
    if (shape === "members") members[key] = [...(membersOf({ value }) ?? [])];
    else if (shape === "keyed")
      phones[key] = (phonesOf({ value }) ?? []).map(({ number, extension, label }) => ({
        number,
        extension: extension ?? "",
        label: label ?? "",
      }));
    else if (shape === "parts") parts[key] = [...(textsOf({ value }) ?? [])].map(([part, text]) => ({ part, text }));
    else texts[key] = typedText({ value });
  }
  return { texts, members, phones, ...(Object.keys(parts).length === 0 ? {} : { parts }) };
}

/** Labels of the meanings that a referenced record holds for it: "name, time zone and phone numbers" of a place. */
export function heldByReference(connection: Connection | undefined, type: string, { refersTo }: Meaning): string[] {
  if (refersTo === null || refersTo === type) return [];
  const meanings = connection?.recordTypes.find((known) => known.type === type)?.meanings ?? [];
  return meanings.flatMap(({ heldBy, labelInSentence }) => (heldBy === refersTo ? [labelInSentence] : []));
}

const nameMeanings = ["displayName", "name", "preferredName"];

/** The text meaning that serves as the record's name; null if it has none. */
function nameMeaning(meanings: readonly Meaning[]): Meaning | null {
  const known = nameMeanings.flatMap(
    (name) => meanings.find(({ key, kind }) => key === name && controlOf(kind).row === "free text") ?? [],
  );
  return known[0] ?? null;
}

/** Errors of the typed values, by meaning. */
export function errorsOf(
  { meanings, required, nameParts }: Pick<CreationForm, "meanings" | "required" | "nameParts">,
  typed: TypedFields,
  region: string,
): { [key: string]: string } {
  const { phones } = typed;
  const errors: { [key: string]: string } = {};
  const given = fieldsToCreate(meanings, typed);
  for (const meaning of meanings)
    if (required.has(meaning.key) && isEmptyList(given[meaning.key])) errors[meaning.key] = demandFor(meaning);
  const [firstPart] = nameParts;
  if (firstPart !== undefined && nameParts.every((key) => isEmptyList(given[key]) && errors[key] === undefined))
    errors[firstPart] = "Enter a name, or a part of it.";
  for (const meaning of meanings) {
    const value = isOneValue(meaning.kind) || shapeOf(meaning.kind) === "parts" ? given[meaning.key] : undefined;
    const problem = value === undefined ? null : impossibleValue(value, formOf(meaning));
    if (problem !== null) errors[meaning.key] = controlOf(meaning.kind).problem(problem);
  }
  for (const [key, typed] of Object.entries(phones)) {
    const format = meanings.find((meaning) => meaning.key === key)?.phoneParts?.format ?? "as-typed";
    const [problem] = typed.flatMap((phone) => phoneProblem(phone, format, region) ?? []);
    if (problem !== undefined) errors[key] = problem;
  }
  return errors;
}

function isEmptyList(value: Json | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Asks for a required value, in the words of what is typed or chosen for it. */
function demandFor({ key, kind, labelInSentence: words, refersTo, setContent }: Meaning): string {
  if (setContent === "plans") return "Choose at least one plan.";
  if (refersTo === "practitioner") return "Enter the practitioner of this schedule.";
  if (refersTo !== null) return `Enter the id of a ${refersTo}.`;
  return nameMeanings.includes(key) ? "Enter a name." : controlOf(kind).demand(words);
}

/** Whether the typed text is not a possible phone number, so that a person has to confirm it. */
export function needsConfirmation({ number }: TypedPhone, region: string): boolean {
  return number.trim() !== "" && !describePhone(number, region).possible;
}

/** What stands against sending this number in the format of the profile; null if nothing does. */
export function phoneProblem(phone: TypedPhone, format: PhoneSpelling, region: string): string | null {
  if (!needsConfirmation(phone, region)) return null;
  if (sendAnywayLabel(phone.number, format) === null)
    return `This is not a possible phone number. ${spellingText(phone.number, format, region)}`;
  if (phone.asItStands === true) return null;
  return `Correct the number, or send it ${format === "as-typed" ? "as it stands" : "anyway"}.`;
}

/** The values to create with. Empty inputs are left out, but an empty set is sent: it has no members. */
export function fieldsToCreate(
  meanings: readonly Meaning[],
  { texts, members, phones, parts = {} }: TypedFields,
): { [key: string]: Json } {
  const fields: { [key: string]: Json } = {};
  for (const meaning of meanings) {
    const { key, kind } = meaning;
    const shape = shapeOf(kind);
    if (shape === "members") fields[key] = [...(members[key] ?? [])];
    else if (shape === "keyed") {
      const entered = (phones[key] ?? []).filter(({ number }) => number.trim() !== "").map(phoneOf);
      if (entered.length > 0) fields[key] = entered;
    } else if (shape === "parts") {
      const entered = (parts[key] ?? []).filter(({ text }) => text.trim() !== "");
      if (entered.length > 0)
        fields[key] = Object.fromEntries(entered.map(({ part, text }) => [languageOf(part) ?? part.trim(), text]));
    } else {
      const value = typedValue((texts[key] ?? "").trim(), formOf(meaning));
      if (value !== null && value !== "") fields[key] = value;
    }
  }
  return fields;
}

function phoneOf({ number, extension, label }: TypedPhone): { [part: string]: Json } {
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  return { number: number.trim(), extension: orNull(extension), label: orNull(label) };
}
