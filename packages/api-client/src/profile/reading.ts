import type { Json } from "#/json/json.ts";

/** What a record holds for a meaning: a value (null and the empty list are values), or nothing. */
export type Reading = { value: Json } | { absent: true };

/** A meaning name, or a JSON Pointer into the raw record. */
export type FieldKey = string;
