import { phoneRules, type PhoneRules } from "./encode/encode-phones.ts";
import type { MeaningKind } from "./reading.ts";
import { followReferences } from "./schema/follow-references.ts";
import { holdsOne, isPhoneObject } from "./schema/shapes.ts";
import { type SetContent, setContentOf } from "./schema/set-content.ts";
import type { OwnMeaning, ServiceProfileData } from "./schema/profile-schema.ts";

/** A meaning as others need to know it: its kind, where it is, and which record owns it. */
export interface MeaningDescription {
  readonly name: string;
  readonly kind: MeaningKind;
  /** Its name inside a sentence; null where the profile gives it none. */
  readonly label: string | null;
  /** The references to follow from the record to the one that owns the value; empty when it is the record itself. */
  readonly via: readonly string[];
  readonly owner: { readonly type: string; readonly meaning: string };
  /** Where the value is in the owner's raw record. */
  readonly pointer: string;
  /** The record type that a reference or a set's ids name; `word` for a set of words. */
  readonly of: string | null;
  /** What the members of a set are; null for what is no set. */
  readonly setContent: SetContent | null;
  /** The values of a choice, or the reasons of what cannot be booked, with their words; null for other kinds. */
  readonly choices: readonly { readonly value: string | number | boolean; readonly words: string }[] | null;
  /** What numbers it can be; null for other kinds. */
  readonly range: { readonly whole: boolean; readonly min: number | null; readonly max: number | null } | null;
  /** Whether the service keeps one phone, or one member of a set, where others keep a list. */
  readonly holdsOne: boolean;
  /** What a phone has besides its number; null for what holds no phones. */
  readonly phoneParts: PhoneParts | null;
  readonly isWritable: boolean;
  readonly isAssumed: boolean;
  readonly note: string | null;
}

interface PhoneParts {
  readonly extension: boolean;
  readonly label: boolean;
  /** How a number is written. */
  readonly format: PhoneRules["format"];
}

/** Describes one meaning of a record type that a record holds, its own or borrowed; `describeComposed` does the others. */
export function describeMeaning(data: ServiceProfileData, type: string, name: string): MeaningDescription {
  const meaning = data.records[type]?.meanings[name];
  if (meaning === undefined) throw new TypeError(`no meaning ${name} on ${type}`);
  const isBorrowed = "via" in meaning;
  const end = isBorrowed ? followReferences(data, type, meaning.via) : { type };
  const ownerType = "type" in end ? end.type : type;
  const ownerName = isBorrowed ? (meaning.meaning ?? name) : name;
  const owned = ownMeaning(data, ownerType, ownerName);
  return {
    name,
    kind: owned.kind,
    label: meaning.label ?? owned.label ?? null,
    via: isBorrowed ? meaning.via : [],
    owner: { type: ownerType, meaning: ownerName },
    pointer: owned.at,
    of: owned.kind === "reference" ? owned.to : owned.kind === "set" ? owned.of : null,
    setContent: owned.kind === "set" ? setContentOf(data, owned.of) : null,
    holdsOne: (owned.kind === "phones" || owned.kind === "set") && holdsOne(owned),
    choices: choicesOf(owned),
    range: owned.kind === "number" ? { whole: owned.whole, min: owned.min ?? null, max: owned.max ?? null } : null,
    phoneParts: owned.kind === "phones" ? partsOf(owned) : null,
    isWritable: owned.write !== "never",
    isAssumed: owned.status === "assumed" || meaning.status === "assumed",
    note: meaning.note ?? owned.note ?? null,
  };
}

function choicesOf(meaning: OwnMeaning): MeaningDescription["choices"] {
  if (meaning.kind === "bookable")
    return Object.entries(meaning.reasons.words).map(([value, words]) => ({ value, words }));
  return meaning.kind === "choice" ? meaning.values : null;
}

function partsOf(meaning: Extract<OwnMeaning, { kind: "phones" }>): PhoneParts {
  const { shape } = meaning;
  return {
    extension: shape.extensionMarks.length > 0 || (isPhoneObject(shape) && shape.extension !== undefined),
    label: isPhoneObject(shape) && shape.label !== undefined,
    format: phoneRules(meaning).format,
  };
}

// Validation has followed every chain to a meaning that its owner holds itself.
function ownMeaning(data: ServiceProfileData, type: string, name: string): OwnMeaning {
  const meaning = data.records[type]?.meanings[name];
  if (meaning === undefined || !("at" in meaning)) throw new TypeError(`no meaning ${name} held by ${type}`);
  return meaning;
}
