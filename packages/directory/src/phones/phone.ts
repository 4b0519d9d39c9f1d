import { getOwn, isJsonObject } from "#/json/json.ts";
import type { Json } from "#/json/json.ts";
import type { Reading } from "#/records/reading.ts";

/** One phone as a value: the number exactly as spelled, never reformatted. */
export interface Phone {
  number: string;
  extension: string | null;
  label: string | null;
}

/** Reads one entry of phones; null where it has no number. */
export function phoneFromJson(value: Json | undefined): Phone | null {
  if (!isJsonObject(value)) return null;
  const number = getOwn(value, "number");
  if (typeof number !== "string") return null;
  return {
    number,
    extension: textOrNull(getOwn(value, "extension")),
    label: textOrNull(getOwn(value, "label")),
  };
}

/** The reading of one entry as a phone; null where the side has none, or was not read. */
export function phoneIn(reading: Reading | null): Phone | null {
  return reading !== null && "value" in reading ? phoneFromJson(reading.value) : null;
}

/** The entries of a phones reading; null where the value is not a list of phones. Empty for null and absent. */
export function phonesOf(reading: Reading): Phone[] | null {
  if ("absent" in reading || reading.value === null) return [];
  if (!Array.isArray(reading.value)) return null;
  const phones: Phone[] = [];
  for (const entry of reading.value) {
    const phone = phoneFromJson(entry);
    if (phone === null) return null;
    phones.push(phone);
  }
  return phones;
}

export function phoneToJson(phone: Phone): Json {
  return { number: phone.number, extension: phone.extension, label: phone.label };
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/** Equality of two entries as they are spelled. */
export function samePhone(a: Phone, b: Phone | undefined): boolean {
  return b !== undefined && a.number === b.number && a.extension === b.extension && a.label === b.label;
}

/** The number as spelled, with its extension where that is an entry of its own. */
export function phoneText(phone: Phone): string {
  const extension = phone.extension?.trim() ?? "";
  return extension === "" ? phone.number : `${phone.number} ext. ${extension}`;
}
