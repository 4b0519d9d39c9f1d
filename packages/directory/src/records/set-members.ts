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

/** The members of a set while operations change it, each in the time that one of them takes; what stays stays as it is spelled. */
export class MutableMembers {
  /** By their place; what is added later comes last. */
  readonly #members: Map<number, string>;
  readonly #placesOf = new Map<string, number[]>();
  #next: number;

  constructor(members: readonly string[]) {
    this.#members = new Map(members.entries());
    this.#next = members.length;
    for (const [place, member] of members.entries()) {
      const key = memberKey(member);
      const places = this.#placesOf.get(key);
      if (places === undefined) this.#placesOf.set(key, [place]);
      else places.push(place);
    }
  }

  /** Adds it at the end, where none is the same; says whether it did. */
  add(member: string): boolean {
    const key = memberKey(member);
    if (this.#placesOf.has(key)) return false;
    this.#placesOf.set(key, [this.#next]);
    this.#members.set(this.#next++, member);
    return true;
  }

  /** Removes all that are the same; says whether there were any. */
  remove(member: string): boolean {
    const key = memberKey(member);
    const places = this.#placesOf.get(key) ?? [];
    for (const place of places) this.#members.delete(place);
    return this.#placesOf.delete(key);
  }

  toList(): string[] {
    return [...this.#members.values()];
  }
}

export function membersToJson(members: Iterable<string>): Json {
  return [...members];
}

/** Whether the reading of one member says that the set has it. */
export function isMember(reading: Reading | null): boolean {
  return reading !== null && "value" in reading && reading.value === true;
}
