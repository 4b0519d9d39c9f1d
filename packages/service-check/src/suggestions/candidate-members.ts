import {
  formatPointer,
  isJsonArray,
  isJsonObject,
  lastKey,
  nameSimilarity,
  type Json,
  type ServiceProfile,
} from "@dc/api-client";

/** A member of an answer, and where it is. */
export interface Member {
  readonly pointer: string;
  readonly value: Json;
}

/** Every member of an answer down to a depth; lists are not entered. */
export function listMembers(raw: Json, depth: number, keys: readonly string[] = []): readonly Member[] {
  if (!isJsonObject(raw) || depth === 0) return [];
  return Object.entries(raw).flatMap(([key, value]) => {
    const memberKeys = [...keys, key];
    return [{ pointer: formatPointer(memberKeys), value }, ...listMembers(value, depth - 1, memberKeys)];
  });
}

/** Where an answer has a text or a number; lists are not entered. */
export function pointersTo(raw: Json, wanted: string): readonly string[] {
  return listMembers(raw, 4)
    .filter(({ value }) => (typeof value === "string" || typeof value === "number") && String(value) === wanted)
    .map(({ pointer }) => pointer);
}

/** True for a text that could be a phone number. */
export function looksLikePhone(value: Json): boolean {
  return (
    typeof value === "string" &&
    value.replaceAll(/\D/g, "").length >= 7 &&
    !/^(\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3\d{4})$/.test(value) &&
    /^[\d\s()+./x#-]*$/i.test(value.replace(/;?ext(ension)?\.?=?/i, ""))
  );
}

function holdsPhone(value: Json): boolean {
  if (looksLikePhone(value)) return true;
  if (isJsonArray(value)) return value.some(holdsPhone);
  return isJsonObject(value) && Object.values(value).some(looksLikePhone);
}

/** True for a text or a number that may be an id: not words, a date or a phone. */
export function looksLikeId(value: Json): boolean {
  if (typeof value === "number") return Number.isInteger(value);
  return (
    typeof value === "string" &&
    /^[\w.:-]*\d[\w.:-]*$/.test(value) &&
    Number.isNaN(Date.parse(value)) &&
    !holdsPhone(value)
  );
}

function fitsKind(kind: string, value: Json): boolean {
  switch (kind) {
    case "phones":
      return holdsPhone(value);
    case "set":
      return isJsonArray(value) && !value.some((entry) => typeof entry === "number" || typeof entry === "boolean");
    case "reference":
      return typeof value === "string" || typeof value === "number" || isJsonObject(value);
    case "number":
      return (
        typeof value === "number" ||
        (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)))
      );
    case "boolean":
      return typeof value === "boolean" || typeof value === "string";
    case "languages":
      return isJsonObject(value) || (isJsonArray(value) && value.every(isJsonObject));
    case "choice":
    case "word":
      return value !== null && typeof value !== "object";
    case "date":
      return typeof value === "number" || (typeof value === "string" && !Number.isNaN(Date.parse(value)));
    default:
      return typeof value === "string";
  }
}

/** Pointers that some entry of the profile names in records of a type. */
export function namedPointers(profile: ServiceProfile, type: string): ReadonlySet<string> {
  const record = profile.data.records[type];
  const meanings = Object.values(record?.meanings ?? {}).flatMap((meaning) => ("at" in meaning ? [meaning.at] : []));
  return new Set([record?.id ?? "/id", ...(record?.ignored ?? []), ...meanings]);
}

const otherNames: Readonly<Record<string, readonly string[]>> = {
  displayName: ["name", "full name"],
  preferredName: ["nickname", "known as", "short name"],
  phones: ["phone", "telephone", "lines"],
  practitioner: ["clinician", "doctor", "provider", "physician"],
  acceptedInsurances: ["insurances", "plans", "payers", "coverage"],
  timeZone: ["tz", "zone"],
};

// A number that looks like a phone may be anything, so the name must say it.
const aboutPhones = /phone|tel|dial|line|call|mobile|cell|contact|fax/i;

/** True when the name or the value suggests a meaning of this kind. */
function isLikely(kind: string, { pointer, value }: Member, score: number): boolean {
  if (kind === "phones") return score >= 0.6 || aboutPhones.test(pointer);
  if (score >= 0.4) return true;
  if (kind === "reference") return looksLikeId(isJsonObject(value) ? (Object.values(value)[0] ?? null) : value);
  return kind === "set" && isJsonArray(value) && value.some((entry) => isJsonObject(entry) || looksLikeId(entry));
}

/** Members that may hold a meaning, by their name or value, the likeliest first. */
export function candidateMembers(
  raw: Json,
  kind: string,
  names: readonly string[],
  excluded: ReadonlySet<string>,
): readonly Member[] {
  const wanted = names.flatMap((name) => [name, ...(otherNames[name] ?? [])]);
  return listMembers(raw, 3)
    .filter(({ pointer, value }) => !excluded.has(pointer) && fitsKind(kind, value))
    .map((member) => {
      const key = lastKey(member.pointer);
      return { member, score: Math.max(...wanted.map((name) => nameSimilarity(name, key))) };
    })
    .filter(({ member, score }) => isLikely(kind, member, score))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ member }) => member);
}
