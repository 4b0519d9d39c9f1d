import { canonicalHash } from "#/json/canonical.ts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "#/json/json.ts";
import { valueAt, withoutValueAt } from "#/json/pointer.ts";
import { creationRulesOf, missingAtCreation, type CreationRules } from "./creation.ts";
import { decodeRecord } from "./decode/decode-record.ts";
import { decodeId } from "./kinds/id-element.ts";
import {
  type ComposedDescription,
  describeComposed,
  type FollowReference,
  meaningText,
} from "./compose/meaning-text.ts";
import { describeMeaning, type MeaningDescription } from "./describe-meaning.ts";
import type { FormatPhone } from "./encode/encode-phones.ts";
import { encodeReading } from "./encode/encode-reading.ts";
import { foundBy, type LookUp, lookUpsOf } from "./look-ups.ts";
import type { FieldKey, Reading } from "./reading.ts";
import type { IndexVersionKind, RecordTypeData, ServiceProfileData } from "./schema/profile-schema.ts";
import { planTypeOf } from "./schema/set-content.ts";
import { shippedProfiles } from "./shipped-profiles.ts";
import { dayInZone } from "./time-form.ts";
import { validateProfile } from "./validate/validate-profile.ts";

/** A service profile that passed validation. */
export interface ServiceProfile {
  readonly name: string;
  /** SHA-256 of the profile's data; kept beside every raw reading. */
  readonly hash: string;
  readonly data: ServiceProfileData;
  readonly recordTypes: readonly string[];
  readonly standardIndex: string;
  readonly testIndex: string | null;
  /** What an index version is to the standard index. */
  readonly indexVersionKind: IndexVersionKind;
  readonly defaultRegion: string;
  readonly timeZone: string;
  /** What is wrong with a key that begins like one of the other mode; null where nothing is. */
  keyProblem(apiKey: string, mode: "test" | "live"): string | null;
  /** Which day it is for the connection, by which everybody counts what is overdue. */
  dayAt(time: Date): string;
  /** The type whose ids are plans, whether or not the profile has records of it. */
  readonly planType: string;
  /** The collection that a record type belongs to, and the reverse. */
  collectionOf(type: string): string;
  typeOfCollection(collection: string): string | null;
  /** The prefix of the ids of a record type, or of a set's members that are no record type; empty where there is none. */
  idPrefixOf(type: string): string;
  /** True when the id could be one of this record type. */
  fitsId(type: string, id: string): boolean;
  /** The id of a raw record, where the profile places it; null when there is none. */
  recordId(type: string, raw: Json): string | null;
  /** The meanings of a record type that have a value, borrowed ones included. */
  meanings(type: string): readonly MeaningDescription[];
  /** The meanings that are made of others for display, borrowed ones included. */
  composed(type: string): readonly ComposedDescription[];
  /** The text that a meaning of a raw record says: its own, a borrowed or a composed one; null where there is none. */
  text(type: string, raw: JsonObject, name: string, follow?: FollowReference): string | null;
  /** Every meaning that the record itself holds; throws ApiSchemaError for a wrong shape. */
  decode(type: string, raw: JsonObject): Readonly<Record<string, Reading>>;
  /** The ways to find records by the value of a meaning: of one type, or of all. */
  lookUps(type?: string): readonly LookUp[];
  /** The value by which a look-up finds this record; null where the record holds none. */
  foundBy(lookUp: Pick<LookUp, "type" | "meaning">, raw: Json): string | null;
  /** What creation of a record type requires, and its defaults. */
  creationRules(type: string): CreationRules;
  /** A raw record that has the defaults of its type and nothing else. */
  newRecord(type: string): JsonObject;
  /** The fields that creation requires and that a raw record lacks. */
  missingAtCreation(type: string, raw: JsonObject): readonly FieldKey[];
  /** The record with one field's value written into it; throws EncodeError. */
  encode(type: string, raw: JsonObject, field: FieldKey, value: Json): JsonObject;
  /** The same for a reading, which may be absent. */
  encodeReading(type: string, raw: JsonObject, field: FieldKey, reading: Reading): JsonObject;
  /** The record without its ignored fields. */
  withoutIgnored(type: string, raw: JsonObject): JsonObject;
  /** SHA-256 of the record's canonical JSON without the ignored fields. */
  contentHash(type: string, raw: JsonObject): string;
}

/** What a profile is made from besides its data. */
export interface ProfileOptions {
  /** Writes numbers in the formats that the profile may ask for; without it, only `as-typed` can be written. */
  readonly formatPhone?: FormatPhone;
}

// The data came through JSON.parse and the schema, which adds JSON values alone.
function hashOf(data: ServiceProfileData): string {
  return canonicalHash(parseJson(JSON.stringify(data)));
}

/** Validates a profile file's content and gives what reads and writes by it; throws ProfileError with the pointer of each wrong key. */
export function createProfile(input: unknown, options: ProfileOptions = {}): ServiceProfile {
  const data = validateProfile(input);
  const context = { region: data.defaultRegion, formatPhone: options.formatPhone ?? null };
  const composed = new Map(
    Object.entries(data.records).map(([type, { meanings }]) => [
      type,
      Object.keys(meanings).flatMap((name) => describeComposed(data, type, name) ?? []),
    ]),
  );
  const descriptions = new Map(
    Object.entries(data.records).map(([type, { meanings }]) => [
      type,
      Object.keys(meanings)
        .filter((name) => composed.get(type)?.every((description) => description.name !== name) !== false)
        .map((name) => describeMeaning(data, type, name)),
    ]),
  );

  function typed(type: string): RecordTypeData {
    const record = Object.hasOwn(data.records, type) ? data.records[type] : undefined;
    if (record === undefined) throw new TypeError(`the profile knows no record type "${type}"`);
    return record;
  }

  function withoutIgnored(type: string, raw: JsonObject): JsonObject {
    let kept: Json = raw;
    for (const pointer of data.records[type]?.ignored ?? []) kept = withoutValueAt(kept, pointer);
    return isJsonObject(kept) ? kept : raw;
  }

  const setPrefixes = new Map(
    Object.values(data.records)
      .flatMap(({ meanings }) => Object.values(meanings))
      .flatMap((meaning): [string, string][] => ("of" in meaning ? [[meaning.of, meaning.idPrefix ?? ""]] : [])),
  );

  const timeZone = data.timeZone ?? "UTC";
  return {
    name: data.name,
    hash: hashOf(data),
    data,
    recordTypes: Object.keys(data.records),
    standardIndex: data.indexes.standard,
    testIndex: data.indexes.test ?? null,
    indexVersionKind: data.indexes.versions?.are ?? "copy",
    defaultRegion: data.defaultRegion,
    timeZone,
    keyProblem(apiKey, mode) {
      const { [mode]: own = "", [mode === "test" ? "live" : "test"]: other } = data.credential.keyPrefixes ?? {};
      const isOther = other !== undefined && apiKey.startsWith(other);
      if (!isOther || (own.length > other.length && apiKey.startsWith(own))) return null;
      const right = own === "" ? "" : `, which begins with ${own}`;
      return `must be a key of ${mode} mode${right}: this one begins with ${other}`;
    },
    dayAt: (time) => dayInZone(timeZone, time.getTime()),
    planType: planTypeOf(data),
    collectionOf: (type) => typed(type).collection,
    typeOfCollection: (collection) =>
      Object.keys(data.records).find((type) => data.records[type]?.collection === collection) ?? null,
    idPrefixOf: (type) => data.records[type]?.idPrefix ?? setPrefixes.get(type) ?? "",
    fitsId: (type, id) =>
      /^[^\s/\\?#%\p{Cc}]{1,200}$/u.test(id) && id !== "." && id !== ".." && id.startsWith(typed(type).idPrefix),
    recordId: (type, raw) => decodeId(valueAt(raw, typed(type).id), { form: "id" }),
    meanings(type) {
      typed(type);
      return descriptions.get(type) ?? [];
    },
    lookUps: (type) =>
      (type === undefined ? Object.keys(data.records) : [type]).flatMap((recordType) => lookUpsOf(data, recordType)),
    foundBy: (lookUp, raw) => foundBy(data, lookUp, raw),
    composed(type) {
      typed(type);
      return composed.get(type) ?? [];
    },
    text: (type, raw, name, follow = () => null) => meaningText(data, { type, name, raw }, follow),
    decode: (type, raw) => decodeRecord(typed(type), raw),
    creationRules(type) {
      typed(type);
      return creationRulesOf(data, type);
    },
    newRecord: (type) =>
      Object.entries(creationRulesOf(data, type).defaults).reduce<JsonObject>(
        (raw, [field, value]) => encodeReading(typed(type), raw, field, { value }, context),
        {},
      ),
    missingAtCreation: (type, raw) => missingAtCreation(data, type, raw),
    encode: (type, raw, field, value) => encodeReading(typed(type), raw, field, { value }, context),
    encodeReading: (type, raw, field, reading) => encodeReading(typed(type), raw, field, reading, context),
    withoutIgnored,
    contentHash: (type, raw) => canonicalHash(withoutIgnored(type, raw)),
  };
}

/** One of the profiles that ship. */
export function shippedProfile(
  name: "default" | "with-writes" = "default",
  options: ProfileOptions = {},
): ServiceProfile {
  return createProfile(shippedProfiles[name], options);
}
