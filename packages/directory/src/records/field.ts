import { jsonPointer } from "#/json/json-pointer.ts";
import type { JsonObject } from "#/json/json.ts";
import type { Reading } from "./reading.ts";

/** A meaning of the profile (`phones`) or a JSON Pointer into the record (`/practice_areas`). */
export type FieldKey = string;

/** The top-level keys of a record that no meaning maps, each as a JSON field addressed by its pointer. */
export function unmappedFields(
  raw: JsonObject,
  taken: Iterable<string>,
): { key: FieldKey; kind: "json"; reading: Reading }[] {
  const without = new Set(taken);
  return Object.entries(raw)
    .filter(([key]) => !without.has(key))
    .map(([key, value]) => ({ key: jsonPointer([key]), kind: "json", reading: { value } }));
}
