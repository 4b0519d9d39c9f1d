import type { Json } from "#/json/json.ts";
import type { Phone } from "#/phones/phone.ts";

/** A value as the service spells it, among others that a field can have. */
export type Scalar = string | number | boolean;

/** One of the values of a choice, with its words. */
export interface Choice {
  value: Scalar;
  words: string;
}

/** What numbers a field can have; both ends are possible. */
export interface NumberRange {
  whole: boolean;
  min: number | null;
  max: number | null;
}

/** What the profile says of the values of a field. */
export interface ValueLimits {
  /** The values of a choice, the reasons of what cannot be booked, or the names of records that a reference holds; null for others. */
  choices: readonly Choice[] | null;
  /** Null for what is no number. */
  range: NumberRange | null;
}

interface AnyShape {
  /**
   * The form in which values that mean the same are equal as JSON; what means nothing of the kind stays as it is.
   * How phones are compared is given, so that a screen without a comparison loads no library for that.
   */
  canonical: (value: Json, canonicalPhone: (phone: Phone) => Phone) => Json;
  /** Whether a value that is not null is one of this kind at all. */
  isOf: (value: Json) => boolean;
  /** Whether a field can have the value; null, which empties it, is not asked. */
  isPossible: (value: Json, limits: ValueLimits) => boolean;
  /** What a value of this kind is, for "must be …". */
  possible: (limits: ValueLimits) => string;
  /** The value that was typed or chosen; nothing typed empties the field. What cannot be read stays the text that it is. */
  typed: (text: string, limits: Pick<ValueLimits, "choices">) => Json;
  /** A value in words; null for what stands for itself. */
  words: (value: Json, limits: Pick<ValueLimits, "choices">) => string | null;
  /** A value is told inside a sentence, beside the name of its field, or beside a name that is a statement itself. */
  told: "in a sentence" | "beside its name" | "beside a statement";
}

/** Of a value that is read and written as one. */
interface Whole extends AnyShape {
  shape: "whole";
}

/** Of a set: each member is there or not. */
interface Members extends AnyShape {
  shape: "members";
}

/** Of a list in an order, whose entries have a key that comes from what they say. */
interface Keyed extends AnyShape {
  shape: "keyed";
  /** What one entry is called. */
  noun: string;
}

/** Of texts, each under the key of its part; any part may be missing. */
interface Parts extends AnyShape {
  shape: "parts";
  /** The parts that there are, in their order; null where any key that can be one is. */
  knownParts: readonly string[] | null;
  /** The form in which texts of a part that mean the same are equal, after Unicode NFC. */
  canonicalText: (text: string) => string;
  /** What a part is called. */
  partLabel: (part: string) => string;
  /** The field with one of its parts, inside a sentence. */
  partName: (field: string, part: string) => string;
  /** Why a part cannot have a text, as the end of a sentence; null where it can. */
  impossiblePart: (part: string, text: Json) => string | null;
}

/** Everything that the domain knows of one kind of value. */
export type ValueKind = Whole | Members | Keyed | Parts;

export type Shape = ValueKind["shape"];

/** What most kinds of whole values say. */
export const plainValue = {
  shape: "whole",
  canonical: (value) => value,
  isOf: (value) => typeof value === "string",
  isPossible: () => true,
  typed: (text) => text,
  words: () => null,
  told: "in a sentence",
} as const satisfies Partial<Whole>;
