import { formatPointer, isJsonArray, isJsonObject, numberText, type Json, type ServiceProfile } from "@dc/api-client";

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
    .filter(({ value }) => (typeof value === "string" ? value : numberText(value)) === wanted)
    .map(({ pointer }) => pointer);
}

/** True for a text or a number. */
export function isBare(value: Json): boolean {
  return typeof value === "string" || numberText(value) !== null;
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

export function holdsPhone(value: Json): boolean {
  if (looksLikePhone(value)) return true;
  if (isJsonArray(value)) return value.some(holdsPhone);
  return isJsonObject(value) && Object.values(value).some(looksLikePhone);
}

/** True for a text or a number that may be an id: not words, a date or a phone. */
export function looksLikeId(value: Json): boolean {
  const number = numberText(value);
  if (number !== null) return Number.isInteger(Number(number));
  return (
    typeof value === "string" &&
    /^[\w.:-]*\d[\w.:-]*$/.test(value) &&
    Number.isNaN(Date.parse(value)) &&
    !holdsPhone(value)
  );
}

/** Pointers that some entry of the profile names in records of a type. */
export function namedPointers(profile: ServiceProfile, type: string): ReadonlySet<string> {
  const record = profile.data.records[type];
  const meanings = Object.values(record?.meanings ?? {}).flatMap((meaning) => ("at" in meaning ? [meaning.at] : []));
  return new Set([record?.id ?? "/id", ...(record?.ignored ?? []), ...meanings]);
}
