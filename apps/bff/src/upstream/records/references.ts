import type { ServiceProfile } from "@dc/api-client";
import type { JsonObject, RecordKey } from "@dc/directory";

/** A reference from a record to another, by one of its meanings. */
export interface Reference {
  meaning: string;
  target: RecordKey;
}

/** The references of a record type to records that hold values for it, which a practitioner does not. */
function furtherReferences(profile: ServiceProfile, type: string) {
  return profile
    .meanings(type)
    .filter(
      ({ refersTo, via }) =>
        via.length === 0 && refersTo !== null && refersTo !== "practitioner" && profile.recordTypes.includes(refersTo),
    );
}

/** The types of the records to which one of this type refers. */
export function referencesOf(profile: ServiceProfile, type: string): string[] {
  return [...new Set(furtherReferences(profile, type).flatMap(({ refersTo }) => refersTo ?? []))];
}

export function namesFurtherRecords(profile: ServiceProfile, type: string): boolean {
  return furtherReferences(profile, type).length > 0;
}

/** True if records of this service refer to records that several may share. */
export function sharesRecords(profile: ServiceProfile): boolean {
  return profile.recordTypes.some((type) => namesFurtherRecords(profile, type));
}

/** The records that a raw record refers to by these references. */
export function referencesIn(profile: ServiceProfile, type: string, raw: JsonObject): Reference[] {
  const named = furtherReferences(profile, type);
  if (named.length === 0) return [];
  const readings = profile.decode(type, raw);
  return named.flatMap(({ name, refersTo }): Reference[] => {
    const reading = readings[name];
    const id = reading !== undefined && "value" in reading ? reading.value : null;
    return refersTo === null || typeof id !== "string" ? [] : [{ meaning: name, target: { type: refersTo, id } }];
  });
}

/** The fields of other records that a record of this type holds, with their names there and here. */
export function fieldsHeldBy(profile: ServiceProfile, owner: string): { type: string; field: string; as: string }[] {
  return profile.recordTypes.flatMap((type) =>
    profile
      .meanings(type)
      .filter((meaning) => meaning.via.length > 0 && meaning.owner.type === owner)
      .map((meaning) => ({ type, field: meaning.name, as: meaning.owner.meaning })),
  );
}
