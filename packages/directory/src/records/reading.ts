import type { Json } from "#/json/json.ts";

/** What a record says of one field. `null` and `[]` are present (and empty); absent means that the answer lacks the field. */
export type Reading = { value: Json } | { absent: true };

/** The key of a part of its own: one side lacks the list, and the other has it empty. */
export const listPresenceKey = "";

/** Whether a present value is `null`, the empty list or the empty text. */
export function isEmpty(reading: Reading): boolean {
  if ("absent" in reading) return false;
  const { value } = reading;
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** A reading reduced to whether the list is there: absent or the empty list. */
export function listPresence(reading: Reading): Reading {
  return "absent" in reading ? reading : { value: [] };
}

export function isAbsent(reading: Reading | null): boolean {
  return reading !== null && "absent" in reading;
}
