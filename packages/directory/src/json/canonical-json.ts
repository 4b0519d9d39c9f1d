import { numberText } from "./exact-number.ts";
import { canonicalNumber } from "./number-value.ts";
import { isJsonObject, type Json } from "./json.ts";

/** One text for all JSON that is equal: keys in order, strings after Unicode NFC, numbers by their size. */
export function canonicalJson(value: Json): string {
  if (typeof value === "string") return JSON.stringify(value.normalize("NFC"));
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const number = numberText(value);
  if (number !== null) return canonicalNumber(number);
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join()}}`;
}
