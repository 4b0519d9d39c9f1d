import type { FieldKey, FieldKind } from "./field.ts";
import type { JsonObject } from "./json.ts";
import type { Reading } from "./reading.ts";

/** The top-level keys of a record that no meaning has taken, each as a JSON field addressed by its pointer. */
export function restOfRecord(
  raw: JsonObject,
  taken: Iterable<string>,
): { key: FieldKey; kind: FieldKind; reading: Reading }[] {
  const without = new Set(taken);
  return Object.entries(raw)
    .filter(([key]) => !without.has(key))
    .map(([key, value]) => ({ key: pointerToKey(key), kind: "json", reading: { value } }));
}

/** The JSON Pointer of a top-level key. */
export function pointerToKey(key: string): FieldKey {
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
