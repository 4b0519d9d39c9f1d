import { isJsonArray, type Json, type JsonObject } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import type { FieldKey } from "./reading.ts";
import type { ServiceProfileData } from "./schema/profile-schema.ts";

/** What a new record of a type must have, and its defaults. */
export interface CreationRules {
  readonly required: readonly FieldKey[];
  readonly defaults: Readonly<Record<FieldKey, Json>>;
}

/** The rules of a record type; nothing is required where the profile says nothing. */
export function creationRulesOf(data: ServiceProfileData, type: string): CreationRules {
  const { required = [], defaults = {} } = data.records[type]?.create ?? {};
  return { required, defaults };
}

/** The fields that creation requires and that a raw record lacks. */
export function missingAtCreation(data: ServiceProfileData, type: string, raw: JsonObject): readonly FieldKey[] {
  return creationRulesOf(data, type).required.filter((field) =>
    holdsNothing(valueAt(raw, pointerOf(data, type, field))),
  );
}

/** Where a field is in a raw record. */
export function pointerOf(data: ServiceProfileData, type: string, field: FieldKey): string {
  const meaning = field.startsWith("/") ? undefined : data.records[type]?.meanings[field];
  return meaning === undefined || !("at" in meaning) ? field : meaning.at;
}

/** True for a value that shows nothing: absent, null, blank text and the empty list. */
export function holdsNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === "string" ? value.trim() === "" : isJsonArray(value) && value.length === 0;
}
