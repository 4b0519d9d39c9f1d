import type { ServiceProfile } from "@dc/api-client";
import {
  type FieldKind,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonPointer,
  type Reading,
} from "@dc/directory";

/** The kind of a field; undefined for a meaning that the record type does not have. */
export function kindOf(profile: ServiceProfile, type: string, field: string): FieldKind | undefined {
  if (field.startsWith("/")) return "json";
  return profile.meanings(type).find(({ name }) => name === field)?.kind;
}

/** Whether the service keeps one phone, or one member of a set, in this field. */
export function holdsOne(profile: ServiceProfile, type: string, field: string | null | undefined): boolean {
  if (!profile.recordTypes.includes(type)) return false;
  return profile.meanings(type).find(({ name }) => name === field)?.holdsOne ?? false;
}

/**
 * Whether records of this type hold the field themselves by the active profile; a meaning with overrides may have been
 * removed from it.
 */
export function isHeldField(profile: ServiceProfile, type: string, field: string): boolean {
  return field.startsWith("/") || ownMeaning(profile, type, field) !== undefined;
}

/**
 * Whether a value of the field can be written into a record by the active profile. Without `kind`, any kind is
 * accepted.
 */
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

/** The reading of one field in a raw record: a meaning that the record holds itself, or the value at a pointer. */
export function fieldReading(profile: ServiceProfile, type: string, raw: JsonObject | null, field: string): Reading {
  if (raw === null) return { absent: true };
  if (!field.startsWith("/")) return toReading(profile.decode(type, raw)[field]);
  const keys = keysOfPointer(field);
  if (keys === null) return { absent: true };
  let value: Json | undefined = raw;
  for (const key of keys) {
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
    else if (isJsonObject(value) && Object.hasOwn(value, key)) value = value[key];
    else value = undefined;
  }
  return value === undefined ? { absent: true } : { value };
}

/** The keys of a JSON Pointer; null if it is invalid or points at the whole record. */
export function keysOfPointer(pointer: string): string[] | null {
  return pointer === "" ? null : parseJsonPointer(pointer);
}

type ServiceReading = ReturnType<ServiceProfile["decode"]>[string];

/** A reading of the service in the words of the domain. */
export function toReading(reading: ServiceReading | undefined): Reading {
  if (reading === undefined || "absent" in reading) return { absent: true };
  return { value: reading.value };
}
