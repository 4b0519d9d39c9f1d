import type { JsonObject } from "@dc/directory";

/** A value as a JSON column takes it. Always by this: `pg` would write an array as a PostgreSQL array. */
export function json(value: unknown): string {
  return JSON.stringify(value);
}

/** As `json`, with null for SQL's null. */
export function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : json(value);
}

/** A record as it was stored: only objects are ever stored. */
export function parseStored(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
