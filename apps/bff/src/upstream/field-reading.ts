import type { ServiceProfile } from "@dc/api-client";
import { type FieldKind, type Json, type JsonObject, parseJsonPointer, type Reading } from "@dc/directory";

/** How a field's values are to be understood; undefined for a meaning that the record type does not have. */
export function kindOf(profile: ServiceProfile, type: string, field: string): FieldKind | undefined {
  if (field.startsWith("/")) return "json";
  return profile.meanings(type).find(({ name }) => name === field)?.kind;
}

/** Whether a record of this type holds the field itself, by the profile in force: a meaning may be gone that overrides are kept by. */
export function isHeldField(profile: ServiceProfile, type: string, field: string): boolean {
  return field.startsWith("/") || ownMeaning(profile, type, field) !== undefined;
}

/** Whether what was decided about a field can be written into a record by the profile in force. Without a kind, any will do. */
export function isWritableField(
  profile: ServiceProfile,
  type: string,
  { field, kind }: { field: string; kind: FieldKind | null },
): boolean {
  if (field.startsWith("/")) return profile.recordTypes.includes(type);
  const meaning = ownMeaning(profile, type, field);
  return meaning?.isWritable === true && (kind === null || meaning.kind === kind);
}

function ownMeaning(profile: ServiceProfile, type: string, field: string) {
  if (!profile.recordTypes.includes(type)) return undefined;
  return profile.meanings(type).find(({ name, via }) => name === field && via.length === 0);
}

/** What a raw record says of one field: a meaning that it holds itself, or whatever stands at a pointer. */
export function fieldReading(profile: ServiceProfile, type: string, raw: JsonObject | null, field: string): Reading {
  if (raw === null) return { absent: true };
  if (!field.startsWith("/")) return toReading(profile.decode(type, raw)[field]);
  const keys = keysOfPointer(field);
  if (keys === null) return { absent: true };
  let here: Json | undefined = raw;
  for (const key of keys) {
    if (Array.isArray(here)) here = /^(0|[1-9]\d*)$/.test(key) ? here[Number(key)] : undefined;
    else if (typeof here === "object" && here !== null && Object.hasOwn(here, key)) here = here[key];
    else here = undefined;
  }
  return here === undefined ? { absent: true } : { value: here };
}

/** The keys that a JSON Pointer leads along; null for what is not one, or points at the whole record. */
export function keysOfPointer(pointer: string): string[] | null {
  return pointer === "" ? null : parseJsonPointer(pointer);
}

type ServiceReading = ReturnType<ServiceProfile["decode"]>[string];

function toReading(reading: ServiceReading | undefined): Reading {
  if (reading === undefined || "absent" in reading) return { absent: true };
  return { value: reading.value };
}
