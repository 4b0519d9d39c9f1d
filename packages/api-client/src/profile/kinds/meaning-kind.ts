import type { z } from "zod";
import type { Json } from "#/json/json.ts";
import type { PhoneWriting } from "#/profile/encode/encode-phones.ts";
import type { PhoneRules } from "#/profile/schema/phone-shape.ts";

/** What is wrong with an entry of a profile, at these keys of it. */
export interface EntryProblem {
  readonly keys: readonly PropertyKey[];
  readonly message: string;
}

/** What others need to know of the values of a meaning; null or false for other kinds. */
export interface ValueDescription {
  /** The record type that a reference or a set's ids name; `word` for a set of words. */
  readonly of: string | null;
  /** The record type that a reference names. */
  readonly refersTo: string | null;
  /** The values of a choice, or the reasons of what cannot be booked, with their words. */
  readonly choices: readonly { readonly value: string | number | boolean; readonly words: string }[] | null;
  /** What numbers it can be. */
  readonly range: { readonly whole: boolean; readonly min: number | null; readonly max: number | null } | null;
  /** Whether the service keeps one phone, or one member of a set, where others keep a list. */
  readonly holdsOne: boolean;
  /** What a phone has besides its number. */
  readonly phoneParts: PhoneParts | null;
}

interface PhoneParts {
  readonly extension: boolean;
  readonly label: boolean;
  /** How a number is written. */
  readonly format: PhoneRules["format"];
}

/** Everything that the client knows of one kind of value: what a profile says of it, and how it is read and written. */
export interface MeaningKind<Meaning> {
  readonly schema: z.ZodObject;
  /** What a value says to a look-up and to a composed text. */
  readonly says: "a text" | "a word" | "a number" | "an id" | "neither";
  /** The placeholders of the element of its own that a profile may give; the first is needed. */
  readonly placeholders: readonly string[];
  /** What stands in a record, for "must be …". */
  spelled(meaning: Meaning): string;
  /** What is written, for "must be …". */
  written(meaning: Meaning): string;
  /** The value in our form, of what is not null; undefined for what does not fit. */
  decode(meaning: Meaning, raw: Json): Json | undefined;
  /** How an empty value is written where the profile does not say it; undefined for one that does not fit. */
  empty(meaning: Meaning, value: Json): Json | undefined;
  /** A value that is not empty, as the service spells it over what stands there; undefined for what is no such value. */
  encode(meaning: Meaning, value: Json, raw: Json | undefined, context: PhoneWriting): Json | undefined;
  /** What the schema of an entry cannot see: values that cannot be told apart, a range that holds nothing. */
  problems(meaning: Meaning): readonly EntryProblem[];
  /** Why the element of its own would not be read back; null where it would, and where a profile gives none. */
  unreadable(meaning: Meaning): EntryProblem | null;
  describe(meaning: Meaning): Partial<ValueDescription>;
}

/** What most kinds say. */
export const plainMeaning = {
  says: "neither",
  placeholders: [],
  empty: (_: unknown, value: Json) => (value === null ? null : undefined),
  problems: () => [],
  unreadable: () => null,
  describe: () => ({}),
} as const;
