import type { JsonObject } from "@dc/directory";

/** A record as it was stored: only objects are ever stored. */
export function parseStored(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
