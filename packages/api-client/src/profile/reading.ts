import type { Json } from "#/json/json.ts";

/** What stands where a meaning lives: a value (null and the empty list are values), or nothing at all. */
export type Reading = { value: Json } | { absent: true };

/** A phone as every part of the project knows it; the number is spelled exactly as the record spells it. */
export type Phone = {
  number: string;
  extension: string | null;
  label: string | null;
};

/** How a meaning's value is to be understood. */
export type MeaningKind = "text" | "phones" | "set" | "reference";

/** A meaning name, or a JSON Pointer into the raw record. */
export type FieldKey = string;
