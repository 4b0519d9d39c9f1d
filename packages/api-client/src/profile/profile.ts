import { ProfileError } from "#/errors/profile-error.ts";
import { canonicalHash } from "#/json/canonical.ts";
import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { parsePointer, withoutValueAt } from "#/json/pointer.ts";
import { decodeRecord } from "./decode.ts";
import type { FormatPhone } from "./encode-phones.ts";
import { encodeReading } from "./encode.ts";
import { extendProfile } from "./extend-profile.ts";
import { followChain } from "./follow-chain.ts";
import type { FieldKey, MeaningKind, Reading } from "./reading.ts";
import {
  serviceProfileSchema,
  type OwnMeaning,
  type PhoneShape,
  type RecordTypeData,
  type ServiceProfileData,
} from "./schema.ts";
import { shippedProfiles } from "./shipped.ts";
import { schemaProblems } from "./schema-problems.ts";
import { crossProblems } from "./validate.ts";

/** A meaning as others need to know it: its kind, where it is, and which record owns it. */
export interface MeaningDescription {
  readonly name: string;
  readonly kind: MeaningKind;
  /** The references to follow from the record to the one that owns the value; empty when it is the record itself. */
  readonly via: readonly string[];
  readonly owner: { readonly type: string; readonly meaning: string };
  /** Where the value lives in the owner's raw record. */
  readonly pointer: string;
  /** The record type that a reference or a set's ids name. */
  readonly of: string | null;
  /** What a phone has besides its number; null for what is no list of phones. */
  readonly phoneParts: { readonly extension: boolean; readonly label: boolean } | null;
  readonly isWritable: boolean;
  readonly isAssumed: boolean;
  readonly note: string | null;
}

/** A service profile that passed validation. */
export interface ServiceProfile {
  readonly name: string;
  /** SHA-256 of the profile's data; kept beside every raw reading. */
  readonly hash: string;
  readonly data: ServiceProfileData;
  readonly recordTypes: readonly string[];
  readonly standardIndex: string;
  readonly testIndex: string | null;
  readonly defaultRegion: string;
  /** The collection that a record type belongs to, and the reverse. */
  collectionOf(type: string): string;
  typeOfCollection(collection: string): string | null;
  /** What marks the ids of a record type, or of what a set names without there being records of it; empty where nothing does. */
  idPrefixOf(type: string): string;
  /** True when the id could be one of this record type. */
  fitsId(type: string, id: string): boolean;
  /** The meanings of a record type, borrowed ones included. */
  meanings(type: string): readonly MeaningDescription[];
  /** Every meaning that the record itself holds; throws ApiSchemaError for a wrong shape. */
  decode(type: string, raw: JsonObject): Readonly<Record<string, Reading>>;
  /** The record with one field's value written into it; throws EncodeError. */
  encode(type: string, raw: JsonObject, field: FieldKey, value: Json): JsonObject;
  /** The same for a reading, which may be absent. */
  encodeReading(type: string, raw: JsonObject, field: FieldKey, reading: Reading): JsonObject;
  /** The record without the fields that count nowhere. */
  withoutIgnored(type: string, raw: JsonObject): JsonObject;
  /** SHA-256 of the record's canonical JSON without the ignored fields. */
  contentHash(type: string, raw: JsonObject): string;
}

/** What a profile is made from besides its data. */
export interface ProfileOptions {
  /** Writes numbers in the formats that the profile may ask for; without it, only `as-typed` and `digits` can be written. */
  readonly formatPhone?: FormatPhone;
}

function resolved(input: unknown): unknown {
  if (typeof input !== "object" || input === null || !("extends" in input)) return input;
  const base = input.extends;
  if (base !== "default" && base !== "with-writes") {
    throw new ProfileError([
      { pointer: "/extends", message: `must be one of ${Object.keys(shippedProfiles).join(", ")}` },
    ]);
  }
  const whole = resolved(shippedProfiles[base]);
  return extendProfile(asObject(whole), asObject(input));
}

// A profile comes out of JSON.parse or a JSON module, so an object of it is a JsonObject; the schema checks the rest.
function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function validated(input: unknown): ServiceProfileData {
  const file = resolved(input);
  const parsed = serviceProfileSchema.safeParse(file);
  if (!parsed.success) throw new ProfileError(schemaProblems(parsed.error, asObject(file)));
  const problems = crossProblems(parsed.data);
  if (problems.length > 0) throw new ProfileError(problems);
  return parsed.data;
}

function describe(data: ServiceProfileData, type: string, name: string): MeaningDescription {
  const meaning = data.records[type]?.meanings[name];
  if (meaning === undefined) throw new TypeError(`no meaning ${name} on ${type}`);
  const isBorrowed = "via" in meaning;
  const end = isBorrowed ? followChain(data, type, meaning.via) : { type };
  const ownerType = "type" in end ? end.type : type;
  const ownerName = isBorrowed ? (meaning.meaning ?? name) : name;
  const own = isBorrowed ? ownMeaning(data, ownerType, ownerName) : meaning;
  return {
    name,
    kind: own.kind,
    via: isBorrowed ? meaning.via : [],
    owner: { type: ownerType, meaning: ownerName },
    pointer: own.at,
    of: own.kind === "reference" ? own.to : own.kind === "set" ? own.of : null,
    phoneParts: own.kind === "phones" ? partsOf(own.shape) : null,
    isWritable: own.write !== "never",
    isAssumed: own.status === "assumed" || meaning.status === "assumed",
    note: meaning.note ?? own.note ?? null,
  };
}

function partsOf(shape: PhoneShape): { extension: boolean; label: boolean } {
  const isObject = shape.form === "objects";
  return {
    extension: shape.extensionMarks.length > 0 || (isObject && shape.extension !== undefined),
    label: isObject && shape.label !== undefined,
  };
}

// Validation has followed every chain to a meaning that its owner holds itself.
function ownMeaning(data: ServiceProfileData, type: string, name: string): OwnMeaning {
  const meaning = data.records[type]?.meanings[name];
  if (meaning === undefined || "via" in meaning) throw new TypeError(`no meaning ${name} held by ${type}`);
  return meaning;
}

/** Validates a profile file's content and gives what reads and writes by it; throws ProfileError with the pointer of each wrong key. */
export function createProfile(input: unknown, options: ProfileOptions = {}): ServiceProfile {
  const data = validated(input);
  const context = { region: data.defaultRegion, formatPhone: options.formatPhone ?? null };
  const ignoredKeys = new Map(
    Object.entries(data.records).map(([type, record]) => [
      type,
      record.ignored.map((pointer) => parsePointer(pointer) ?? []),
    ]),
  );
  const descriptions = new Map(
    Object.entries(data.records).map(([type, record]) => [
      type,
      Object.keys(record.meanings).map((name) => describe(data, type, name)),
    ]),
  );

  function typed(type: string): RecordTypeData {
    const record = Object.hasOwn(data.records, type) ? data.records[type] : undefined;
    if (record === undefined) throw new TypeError(`the profile knows no record type "${type}"`);
    return record;
  }

  function withoutIgnored(type: string, raw: JsonObject): JsonObject {
    let kept: Json = raw;
    for (const keys of ignoredKeys.get(type) ?? []) kept = withoutValueAt(kept, keys);
    return isJsonObject(kept) ? kept : raw;
  }

  const setPrefixes = new Map(
    Object.values(data.records)
      .flatMap(({ meanings }) => Object.values(meanings))
      .flatMap((meaning): [string, string][] =>
        "kind" in meaning && meaning.kind === "set" ? [[meaning.of, meaning.idPrefix ?? ""]] : [],
      ),
  );

  return {
    name: data.name,
    hash: canonicalHash(asObject(JSON.parse(JSON.stringify(data)))),
    data,
    recordTypes: Object.keys(data.records),
    standardIndex: data.indexes.standard,
    testIndex: data.indexes.test ?? null,
    defaultRegion: data.defaultRegion,
    collectionOf: (type) => typed(type).collection,
    typeOfCollection: (collection) =>
      Object.keys(data.records).find((type) => data.records[type]?.collection === collection) ?? null,
    idPrefixOf: (type) => data.records[type]?.idPrefix ?? setPrefixes.get(type) ?? "",
    fitsId: (type, id) =>
      /^[^\s/?#\p{Cc}]{1,200}$/u.test(id) && id !== "." && id !== ".." && id.startsWith(typed(type).idPrefix),
    meanings(type) {
      typed(type);
      return descriptions.get(type) ?? [];
    },
    decode: (type, raw) => decodeRecord(typed(type), raw),
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
