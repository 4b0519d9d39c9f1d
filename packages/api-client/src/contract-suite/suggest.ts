import { isJsonArray, isJsonObject, type Json } from "#/json/json.ts";
import { formatPointer } from "#/json/pointer.ts";
import { likeness } from "#/profile/nearest.ts";

/** A member of an answer, and where it is. */
export interface Member {
  readonly pointer: string;
  readonly value: Json;
}

/** Every member of an answer down to a depth, lists not entered. */
export function membersOf(raw: Json, depth: number, keys: readonly string[] = []): readonly Member[] {
  if (!isJsonObject(raw) || depth === 0) return [];
  return Object.entries(raw).flatMap(([key, value]) => {
    const here = [...keys, key];
    return [{ pointer: formatPointer(here), value }, ...membersOf(value, depth - 1, here)];
  });
}

/** Where a text or a number stands in an answer, lists not entered. */
export function placesOf(raw: Json, wanted: string): readonly string[] {
  return membersOf(raw, 4)
    .filter(({ value }) => (typeof value === "string" || typeof value === "number") && String(value) === wanted)
    .map(({ pointer }) => pointer);
}

/** True for a text that one could dial. */
export function looksLikePhone(value: Json): boolean {
  return (
    typeof value === "string" &&
    value.replaceAll(/\D/g, "").length >= 7 &&
    /^[\d\s()+./x#-]*$/i.test(value.replace(/ext/i, ""))
  );
}

function holdsPhone(value: Json): boolean {
  if (looksLikePhone(value)) return true;
  if (isJsonArray(value)) return value.some(holdsPhone);
  return isJsonObject(value) && Object.values(value).some(looksLikePhone);
}

function fitsKind(kind: string, value: Json): boolean {
  switch (kind) {
    case "phones":
      return holdsPhone(value);
    case "set":
      return isJsonArray(value) && !value.some((entry) => typeof entry === "number" || typeof entry === "boolean");
    case "reference":
      return typeof value === "string" || typeof value === "number" || isJsonObject(value);
    default:
      return typeof value === "string";
  }
}

const otherNames: Readonly<Record<string, readonly string[]>> = {
  displayName: ["name", "full name"],
  preferredName: ["nickname", "known as", "short name"],
  phones: ["phone", "telephone", "lines"],
  practitioner: ["clinician", "doctor", "provider", "physician"],
  acceptedInsurances: ["insurances", "plans", "payers", "coverage"],
  timeZone: ["tz", "zone"],
};

/** Members where a meaning may live, the likeliest first; for kinds that few members have, unlike names too. */
export function candidates(
  raw: Json,
  kind: string,
  names: readonly string[],
  taken: ReadonlySet<string>,
): readonly Member[] {
  const wanted = names.flatMap((name) => [name, ...(otherNames[name] ?? [])]);
  const least = kind === "text" ? 0.4 : 0;
  return membersOf(raw, 3)
    .filter(({ pointer, value }) => !taken.has(pointer) && fitsKind(kind, value))
    .map((member) => {
      const key = member.pointer.slice(member.pointer.lastIndexOf("/") + 1);
      return { member, score: Math.max(...wanted.map((name) => likeness(name, key))) };
    })
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ member }) => member);
}

/** A value in few letters. */
export function excerpt(value: Json | undefined, longest = 70): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
