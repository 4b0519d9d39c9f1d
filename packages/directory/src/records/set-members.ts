import type { Json } from "#/json/json.ts";
import type { Reading } from "./reading.ts";

/** The members of a set reading, in their order; null where the value is not a list of ids. Empty for null and absent. */
export function membersOf(reading: Reading): Set<string> | null {
  if ("absent" in reading || reading.value === null) return new Set();
  if (!Array.isArray(reading.value)) return null;
  const members = new Set<string>();
  for (const element of reading.value) {
    if (typeof element !== "string") return null;
    members.add(element.normalize("NFC"));
  }
  return members;
}

export function membersToJson(members: Iterable<string>): Json {
  return [...members];
}

/** Whether the reading of one member says that the set has it. */
export function isMember(reading: Reading | null): boolean {
  return reading !== null && "value" in reading && reading.value === true;
}
