import type { Json, JsonObject, OwnMeaning, ProfileProblem, Reading, ServiceProfile } from "@dc/api-client";
import type { Member } from "#/suggestions/answer-members.ts";

/** A value to write instead of the current one, and the key of `write` that it tries. */
export interface TrialValue {
  readonly what: string;
  readonly reading: Reading;
  readonly key: "element" | "empty" | "remove" | null;
  /** True for a value that a service may rightly refuse: an unknown word, or the removal of something required. */
  readonly mayBeRefused: boolean;
  /** True for the current value, written again. */
  readonly isUnchanged: boolean;
}

export function trial(what: string, value: Json, key: TrialValue["key"] = null): TrialValue {
  return { what, reading: { value }, key, mayBeRefused: false, isUnchanged: false };
}

/** What is written beside a value: the name of its meaning, and another id of a record type; null where none is known. */
export interface TrialContext {
  readonly name: string;
  readonly otherId: (type: string, taken: readonly string[]) => Promise<string | null>;
}

/** The records of one type that were read, with what they say of a meaning. */
export interface ReadValues {
  readonly profile: ServiceProfile;
  /** The meaning in the profile. */
  readonly pointer: string;
  readonly records: readonly { readonly raw: JsonObject }[];
  /** The values in our form, without those that are nothing. */
  readonly values: readonly Json[];
}

/** What the checks know of one kind of value. */
export interface CheckedKind<Meaning> {
  /** The empty value that is written, and that a service may refuse unless it is a list. */
  readonly nothing: Json;
  /** Whether a value shows by itself that it is of this kind, whatever its name. */
  readonly isTelling: boolean;
  /** Whether a member of an answer may hold such a value. */
  fits(value: Json): boolean;
  /** Whether a member that fits is a likely one, by how its name resembles the meaning's. */
  isLikely(member: Member, score: number): boolean;
  /** What to write in the profile so that a value can be read; `others` are the values of other records. */
  suggest(meaning: Meaning, value: Json, others: readonly Json[]): string;
  /** Values to write instead of the current one; empty where none can be chosen. */
  trials(
    meaning: Meaning,
    value: Json | undefined,
    context: TrialContext,
  ): readonly TrialValue[] | Promise<readonly TrialValue[]>;
  /** What the records have and the profile could not write again. */
  problems(meaning: Meaning, read: ReadValues): readonly ProfileProblem[];
  /** Why existing elements could not be written as they were read; null where they can. */
  roundTrip(meaning: Meaning, pointer: string, records: ReadValues["records"]): ProfileProblem | null;
  /** What tells one element from the others; null where there are none. */
  elementKey(meaning: Meaning, element: Json): string | null;
}

/** What most kinds say. */
export const plainKind = {
  nothing: null,
  isTelling: false,
  fits: (value: Json) => typeof value === "string",
  isLikely: (_: Member, score: number) => score >= 0.4,
  problems: () => [],
  roundTrip: () => null,
  elementKey: () => null,
} as const;

export type MeaningOf<Kind extends OwnMeaning["kind"]> = Extract<OwnMeaning, { kind: Kind }>;
