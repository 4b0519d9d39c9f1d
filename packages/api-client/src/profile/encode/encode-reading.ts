import { EncodeError } from "#/errors/encode-error.ts";
import { isJsonArray, isJsonObject, sameJson, type Json, type JsonObject } from "#/json/json.ts";
import { parsePointer, valueAt, withoutValueAt, withValueAt } from "#/json/pointer.ts";
import { decodeMeaning } from "#/profile/decode/decode-record.ts";
import { kindOf, type ValueMeaning } from "#/profile/kinds/kinds.ts";
import type { FieldKey, Reading } from "#/profile/reading.ts";
import type { RecordTypeData } from "#/profile/schema/profile-schema.ts";
import type { PhoneWriting } from "./encode-phones.ts";

function emptyValue(empty: "as-given" | "null" | "list" | "text", value: Json): Json {
  if (empty === "null") return null;
  if (empty === "list") return [];
  return empty === "text" ? "" : value;
}

function encodeValue(meaning: ValueMeaning, raw: Json | undefined, value: Json, context: PhoneWriting): Json {
  const kind = kindOf(meaning);
  const isEmpty = value === null || value === "" || (isJsonArray(value) && value.length === 0);
  const encoded = isEmpty ? kind.empty(meaning, value) : kind.encode(meaning, value, raw, context);
  if (encoded === undefined) throw new EncodeError(context.field, "wrong-kind", `must be ${kind.written(meaning)}`);
  if (!isEmpty) return encoded;
  return emptyValue(meaning.write === "never" ? "as-given" : (meaning.write?.empty ?? "as-given"), encoded);
}

function withoutField(raw: JsonObject, pointer: string): JsonObject {
  const next = withoutValueAt(raw, pointer);
  return isJsonObject(next) ? next : raw;
}

function withField(raw: JsonObject, pointer: string, value: Json, field: string): JsonObject {
  const next = withValueAt(raw, pointer, value);
  if (next === null || !isJsonObject(next))
    throw new EncodeError(field, "no-place", "the record has another kind of value on the path to this field");
  return next;
}

/** Writes one field's reading into a raw record and returns the new record; throws EncodeError for what the profile cannot write. If the record already holds the reading, it is returned unchanged. */
export function encodeReading(
  type: RecordTypeData,
  raw: JsonObject,
  field: FieldKey,
  reading: Reading,
  context: Omit<PhoneWriting, "field">,
): JsonObject {
  if (field.startsWith("/")) {
    if (parsePointer(field) === null) throw new EncodeError(field, "unknown-field", "is not a JSON Pointer");
    if ("absent" in reading) return withoutField(raw, field);
    return sameJson(valueAt(raw, field), reading.value) ? raw : withField(raw, field, reading.value, field);
  }
  const meaning = Object.hasOwn(type.meanings, field) ? type.meanings[field] : undefined;
  if (meaning === undefined) throw new EncodeError(field, "unknown-field", "is not a meaning of this record type");
  if ("via" in meaning)
    throw new EncodeError(field, "owned-elsewhere", `belongs to another record (${meaning.via.join(" → ")})`);
  if (meaning.kind === "composed")
    throw new EncodeError(field, "not-writable", `is composed of its parts (${meaning.template}), which are written`);
  if (meaning.kind === "bookable" || meaning.write === "never")
    throw new EncodeError(field, "not-writable", "is read-only in this profile");
  if ("absent" in reading) return withoutField(raw, meaning.at);
  const before = decodeMeaning(meaning, raw);
  if ("reading" in before && "value" in before.reading && sameJson(before.reading.value, reading.value)) return raw;
  const value = encodeValue(meaning, valueAt(raw, meaning.at), reading.value, { ...context, field });
  return withField(raw, meaning.at, value, field);
}
