import type { Json } from "#/json/json.ts";
import type { Reading } from "./reading.ts";

/** The members of a set reading as they are spelled, in their order; null where the value is not a list of texts. Empty for null and absent. */
export function spelledMembers(reading: Reading): readonly string[] | null {
  if ("absent" in reading || reading.value === null) return [];
  if (!Array.isArray(reading.value)) return null;
  return reading.value.every((element) => typeof element === "string") ? reading.value : null;
}

/** The members as they are compared: each once, after Unicode NFC. */
export function membersOf(reading: Reading): Set<string> | null {
  const members = spelledMembers(reading);
  return members === null ? null : new Set(members.map(memberKey));
}

// Most members are ids: looking for what is not ASCII takes half the time that normalizing takes.
const mayNotBeNfc = /[^\u0020-\u007e]/;
const memberKey = (member: string) => (mayNotBeNfc.test(member) ? member.normalize("NFC") : member);

/** The members that are not the same as an earlier one, as they are spelled. */
export function distinctMembers(reading: Reading): string[] | null {
  const members = spelledMembers(reading);
  return members === null ? null : Array.from(Map.groupBy(members, memberKey).values(), ([first = ""]) => first);
}

/** The members with one more, where none is the same; the others stay as they are spelled. */
export function withMember(members: readonly string[], member: string): readonly string[] {
  const key = memberKey(member);
  return members.includes(member) || members.some((other) => memberKey(other) === key) ? members : [...members, member];
}

export function withoutMember(members: readonly string[], member: string): readonly string[] {
  const key = memberKey(member);
  return members.filter((other) => memberKey(other) !== key);
}

export function membersToJson(members: Iterable<string>): Json {
  return [...members];
}

/** Whether the reading of one member says that the set has it. */
export function isMember(reading: Reading | null): boolean {
  return reading !== null && "value" in reading && reading.value === true;
}
