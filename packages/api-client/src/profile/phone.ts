import { isJsonArray, isJsonObject, type Json } from "#/json/json.ts";

/** A phone in the form that every part of the project uses; the number is exactly as in the record. */
export type Phone = {
  number: string;
  extension: string | null;
  label: string | null;
};

function textOrNull(value: Json | undefined): value is string | null {
  return value === null || typeof value === "string";
}

function isPhone(value: Json): value is Phone {
  return (
    isJsonObject(value) &&
    typeof value["number"] === "string" &&
    textOrNull(value["extension"]) &&
    textOrNull(value["label"]) &&
    Object.keys(value).length === 3
  );
}

/** The value as a list of phones; null when it is anything else. */
export function parsePhones(value: Json): readonly Phone[] | null {
  if (!isJsonArray(value)) return null;
  const phones = value.filter(isPhone);
  return phones.length === value.length ? phones : null;
}

/** True when both phones have the same number, extension and label. */
export function samePhone(a: Phone, b: Phone): boolean {
  return a.number === b.number && a.extension === b.extension && a.label === b.label;
}
