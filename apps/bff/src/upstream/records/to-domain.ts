import { ApiSchemaError, EncodeError, type FollowReference, type ServiceProfile } from "@dc/api-client";
import { type FieldReading, type Json, type JsonObject, unmappedFields } from "@dc/directory";
import { nameMeanings } from "./name-references.ts";

/** The fields of a raw record: its own meanings, then all other values by their pointers. */
export function fieldsOf(profile: ServiceProfile, type: string, raw: JsonObject): FieldReading[] {
  const readings = profile.decode(type, raw);
  const meanings = profile.meanings(type).filter(({ via }) => via.length === 0);
  const fields = meanings.map(({ name, kind }): FieldReading => ({
    key: name,
    kind,
    reading: readings[name] ?? { absent: true },
  }));
  return [...fields, ...unmappedFields(unnamed(profile, type, raw), [])];
}

/** What the meanings of a raw record say; null where it does not have the shape that the profile requires. */
export function readingsIn(
  profile: ServiceProfile,
  type: string,
  raw: Parameters<ServiceProfile["decode"]>[1],
): ReturnType<ServiceProfile["decode"]> | null {
  try {
    return profile.decode(type, raw);
  } catch (error) {
    if (error instanceof ApiSchemaError) return null;
    throw error;
  }
}

/** True if the raw record has the shape that the profile requires. */
export function fitsProfile(...of: Parameters<typeof readingsIn>): boolean {
  return readingsIn(...of) !== null;
}

/** The rest of a record without its id, ignored members and the values of meanings. */
function unnamed(profile: ServiceProfile, type: string, raw: JsonObject): JsonObject {
  let rest = profile.withoutIgnored(type, raw);
  const idPointer = profile.data.records[type]?.id ?? "/id";
  const reasons = Object.values(profile.data.records[type]?.meanings ?? {}).flatMap((meaning) =>
    "reasons" in meaning ? (meaning.reasons.at ?? []) : [],
  );
  const ownPointers = profile.meanings(type).flatMap(({ via, pointer }) => (via.length === 0 ? [pointer] : []));
  const pointers = [...ownPointers, ...reasons];
  for (const pointer of [idPointer, ...pointers]) rest = profile.encodeReading(type, rest, pointer, { absent: true });
  const isEmptied = (key: string, value: Json | undefined) =>
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).length === 0 &&
    [idPointer, ...pointers].some((pointer) => pointer.startsWith(`/${key}/`));
  return Object.fromEntries(Object.entries(rest).filter(([key, value]) => !isEmptied(key, value)));
}

/** The name of a record by the profile's meanings; `follow` gives the records that a borrowed or composed name needs. */
export function nameOf(
  profile: ServiceProfile,
  type: string,
  raw: JsonObject,
  follow?: FollowReference,
): string | null {
  for (const meaning of nameMeanings) {
    const name = profile.text(type, raw, meaning, follow);
    if (name !== null) return name;
  }
  return null;
}

/** What a record prefers to be called, by the profile's meaning; `follow` as above. */
export function preferredNameOf(
  profile: ServiceProfile,
  type: string,
  raw: JsonObject,
  follow?: FollowReference,
): string | null {
  const name = profile.text(type, raw, "preferredName", follow);
  return name === null || name.trim() === "" ? null : name;
}

/** The practitioner of a record: itself, or the one that it refers to. */
export function practitionerOf(profile: ServiceProfile, type: string, id: string, raw: JsonObject): string | null {
  if (type === "practitioner") return id;
  const field = practitionerField(profile, type);
  const reading = field === null ? undefined : profile.decode(type, raw)[field];
  return reading !== undefined && "value" in reading && typeof reading.value === "string" ? reading.value : null;
}

/** The meaning by which a record type refers to its practitioner; null if it does not. */
export function practitionerField(profile: ServiceProfile, type: string): string | null {
  const reference = profile.meanings(type).find(({ refersTo, via }) => refersTo === "practitioner" && via.length === 0);
  return reference?.name ?? null;
}

/** The practitioner that a record with these fields would refer to. */
export function practitionerInFields(
  profile: ServiceProfile,
  type: string,
  fields: { [field: string]: Json },
): string | null {
  const field = practitionerField(profile, type);
  const value = field === null || !Object.hasOwn(fields, field) ? undefined : fields[field];
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** The name that these fields give a new record by themselves, whatever the records that it refers to are called. */
export function nameOfFields(profile: ServiceProfile, type: string, fields: { [field: string]: Json }): string | null {
  if (!profile.recordTypes.includes(type)) return null;
  let raw = profile.newRecord(type);
  for (const [field, value] of Object.entries(fields)) {
    try {
      raw = profile.encode(type, raw, field, value);
    } catch (error) {
      // What the profile cannot write any more names nothing.
      if (!(error instanceof EncodeError)) throw error;
    }
  }
  return nameOf(profile, type, raw);
}
