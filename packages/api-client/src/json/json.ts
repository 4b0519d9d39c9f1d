import { isRawNumber, type RawNumber } from "@dc/directory/exact-number";
import { equalNumbers } from "@dc/directory/number-value";

export { exactNumber, isRawNumber, numberText, type RawNumber } from "@dc/directory/exact-number";
export { numberOf } from "@dc/directory/number-value";
export { parseJson } from "@dc/directory/parse-json";

/** Any JSON value, as parsed. */
export type Json = null | boolean | number | RawNumber | string | Json[] | JsonObject;

/** A JSON object, as parsed; nothing here changes one in place. */
export type JsonObject = { [key: string]: Json };

/** True for a JSON object, false for arrays, null and scalars. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** True for a JSON array. */
export function isJsonArray(value: Json | undefined): value is Json[] {
  return Array.isArray(value);
}

/** Equality of two JSON values; the order of an object's keys does not count. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isJsonArray(a)) {
    return isJsonArray(b) && a.length === b.length && a.every((entry, position) => sameJson(entry, b[position]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return equalNumbers(a, b);
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}
