import { EncodeError, type ServiceProfile } from "@dc/api-client";
import { type Change, type JsonObject, overlayRecord, type RecordKey } from "@dc/directory";
import { fieldReading, kindOf } from "./field-reading.ts";
import { fieldsOf } from "./to-domain.ts";

/** The raw record with the live changes applied, in the service's spelling; null if the directory does not have it. */
export function effectiveRaw(
  profile: ServiceProfile,
  type: string,
  raw: JsonObject | null,
  changes: readonly Change[],
): JsonObject | null {
  if (changes.length === 0) return raw;
  const fields = raw === null ? [] : fieldsOf(profile, type, raw);
  const known = new Set(fields.map(({ key }) => key));
  const named = changes.flatMap(({ field, operation }) =>
    operation.op === "create" ? Object.keys(operation.fields) : (field ?? []),
  );
  const more = [...new Set(named)].filter((field) => !known.has(field));
  const all = [
    ...fields,
    ...more.map((key) => ({
      key,
      kind: kindOf(profile, type, key) ?? ("json" as const),
      reading: fieldReading(profile, type, raw, key),
    })),
  ];
  const effective = overlayRecord({ present: raw !== null, fields: all }, changes, profile.defaultRegion);
  if (!effective.present) return null;
  let result: JsonObject = raw ?? profile.newRecord(type);
  for (const { key, reading, overridden } of effective.fields) {
    if (overridden) result = written(profile, type, result, key, reading);
  }
  return result;
}

/** A record created here, with the id under which it is known. */
export function withId(profile: ServiceProfile, { type, id }: RecordKey, raw: JsonObject): JsonObject {
  return written(profile, type, raw, profile.data.records[type]?.id ?? "/id", { value: id });
}

/** If a change of the profile makes a value impossible to write, the record stays as it is. */
function written(
  profile: ServiceProfile,
  type: string,
  raw: JsonObject,
  key: string,
  reading: Parameters<ServiceProfile["encodeReading"]>[3],
): JsonObject {
  try {
    return profile.encodeReading(type, raw, key, reading);
  } catch (error) {
    if (error instanceof EncodeError) return raw;
    throw error;
  }
}
