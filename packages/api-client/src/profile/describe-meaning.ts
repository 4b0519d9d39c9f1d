import { bookableChoices } from "./kinds/bookable.ts";
import { kindOf, says, type Says } from "./kinds/kinds.ts";
import type { ValueDescription } from "./kinds/meaning-kind.ts";
import { followReferences } from "./schema/follow-references.ts";
import { type SetContent, setContentOf } from "./schema/set-content.ts";
import type { OwnMeaning, ServiceProfileData } from "./schema/profile-schema.ts";

/** A meaning as others need to know it: its kind, where it is, and which record owns it. */
export interface MeaningDescription extends ValueDescription {
  readonly name: string;
  readonly kind: OwnMeaning["kind"];
  /** Its name inside a sentence; null where the profile gives it none. */
  readonly label: string | null;
  /** The references to follow from the record to the one that owns the value; empty when it is the record itself. */
  readonly via: readonly string[];
  readonly owner: { readonly type: string; readonly meaning: string };
  /** Where the value is in the owner's raw record. */
  readonly pointer: string;
  /** What the members of a set are; null for what is no set. */
  readonly setContent: SetContent | null;
  /** What a value says to a look-up and to a composed text. */
  readonly says: Says;
  readonly isWritable: boolean;
  readonly isAssumed: boolean;
  readonly note: string | null;
}

const noDescription: ValueDescription = {
  of: null,
  refersTo: null,
  choices: null,
  range: null,
  holdsOne: false,
  phoneParts: null,
};

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
    setContent: "of" in owned ? setContentOf(data, owned.of) : null,
    ...noDescription,
    ...(owned.kind === "bookable" ? { choices: bookableChoices(owned) } : kindOf(owned).describe(owned)),
    says: says(owned),
    isWritable: owned.write !== "never",
    isAssumed: owned.status === "assumed" || meaning.status === "assumed",
    note: meaning.note ?? owned.note ?? null,
  };
}

// Validation has followed every chain to a meaning that its owner holds itself.
function ownMeaning(data: ServiceProfileData, type: string, name: string): OwnMeaning {
  const meaning = data.records[type]?.meanings[name];
  if (meaning === undefined || !("at" in meaning)) throw new TypeError(`no meaning ${name} held by ${type}`);
  return meaning;
}
