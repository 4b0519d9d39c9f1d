import { type JsonObject, parseJson } from "@dc/directory";

/** A value for a JSON column. Always use it: `pg` would write an array as a PostgreSQL array. */
export function json(value: unknown): string {
  return JSON.stringify(value);
}

/** As `json`, with SQL null for null. */
export function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : json(value);
}

/** A stored record; only objects are ever stored. */
export function parseStored(text: string): JsonObject {
  return parseJson(text) as JsonObject;
}
