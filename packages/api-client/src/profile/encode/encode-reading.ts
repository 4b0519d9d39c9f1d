import { EncodeError } from "#/errors/encode-error.ts";
import { isJsonArray, isJsonObject, sameJson, type Json, type JsonObject } from "#/json/json.ts";
import { parsePointer, valueAt, withoutValueAt, withValueAt } from "#/json/pointer.ts";
import { decodeId, decodeMeaning } from "#/profile/decode/decode-record.ts";
import { parsePhones } from "#/profile/phone.ts";
import type { FieldKey, Reading } from "#/profile/reading.ts";
import type { OwnMeaning, RecordTypeData } from "#/profile/schema/profile-schema.ts";
import { wordType } from "#/profile/schema/set-content.ts";
import { elementsIn, holdsOne } from "#/profile/schema/shapes.ts";
import { encodeTexts } from "#/profile/language-texts.ts";
import { encodeScalar, isScalar, scalarText } from "#/profile/scalar-values.ts";
import { fillTemplate } from "#/profile/template.ts";
import { encodePhones, onlyElement, phoneRules, type PhoneWriting } from "./encode-phones.ts";

type IdMeaning = Extract<OwnMeaning, { kind: "set" | "reference" }>;

function newIdElement(meaning: IdMeaning, id: string): Json {
  const rules = meaning.write === "never" ? undefined : meaning.write;
  if (rules?.element !== undefined) return fillTemplate(rules.element, { id }) ?? null;
  const { shape } = meaning;
  return shape.form === "object" || shape.form === "objects" ? (withValueAt({}, shape.id, id) ?? id) : id;
}

function readBack(meaning: IdMeaning, element: Json, id: string, field: string): Json {
  if (decodeId(element, meaning.shape) !== id)
    throw new EncodeError(field, "does-not-read-back", `"${id}" would not be read back as it is written`);
  return element;
}

function encodeSet(
  meaning: Extract<OwnMeaning, { kind: "set" }>,
  raw: Json | undefined,
  ids: readonly string[],
  field: string,
): Json {
  const left = raw === undefined ? [] : [...(elementsIn(meaning, raw) ?? [])];
  const elements = ids.map((id) => {
    const position = left.findIndex((entry) => decodeId(entry, meaning.shape) === id);
    const [kept] = position < 0 ? [] : left.splice(position, 1);
    return readBack(meaning, kept ?? newIdElement(meaning, id), id, field);
  });
  return holdsOne(meaning) ? onlyElement(elements, field, meaning.of === wordType ? "word" : "id") : elements;
}

function listOf(meaning: Extract<OwnMeaning, { kind: "set" }>): string {
  return meaning.of === wordType ? "a list of words" : "a list of ids";
}

/** What a value of the meaning is, for "must be …". */
function valueText(meaning: Exclude<OwnMeaning, { kind: "phones" }>): string {
  if (isScalar(meaning)) return scalarText(meaning, "value");
  if (meaning.kind === "set") return listOf(meaning);
  if (meaning.kind === "languages") return "an object with a text for each language";
  return meaning.kind === "text" ? "text" : "an id";
}

function emptyValue(empty: "as-given" | "null" | "list" | "text", value: Json): Json {
  if (empty === "null") return null;
  if (empty === "list") return [];
  return empty === "text" ? "" : value;
}

function encodeValue(meaning: OwnMeaning, raw: Json | undefined, value: Json, context: PhoneWriting): Json {
  const rules = meaning.write === "never" ? undefined : meaning.write;
  const wrongKind = (what: string) => new EncodeError(context.field, "wrong-kind", `must be ${what}`);
  const isEmpty = value === null || value === "" || (isJsonArray(value) && value.length === 0);
  if (isEmpty && meaning.kind !== "phones") {
    const fits =
      meaning.kind === "set" ? value !== "" : !isJsonArray(value) && (meaning.kind === "text" || value === null);
    if (!fits) throw wrongKind(valueText(meaning));
    const isOne = meaning.kind === "set" && holdsOne(meaning);
    return emptyValue(rules?.empty ?? "as-given", isOne ? null : value);
  }
  switch (meaning.kind) {
    case "text":
      if (typeof value !== "string") throw wrongKind("text");
      return value;
    case "word":
    case "number":
    case "date":
    case "boolean":
    case "choice": {
      const encoded = encodeScalar(meaning, value);
      if (encoded === undefined) throw wrongKind(valueText(meaning));
      return encoded;
    }
    case "languages": {
      const encoded = encodeTexts(meaning, raw, value);
      if (encoded === null) throw wrongKind(valueText(meaning));
      return encoded;
    }
    case "bookable":
      throw new EncodeError(context.field, "not-writable", "is read-only");
    case "reference":
      if (typeof value !== "string") throw wrongKind("an id");
      return readBack(meaning, newIdElement(meaning, value), value, context.field);
    case "set": {
      const ids = isJsonArray(value) ? value.filter((id) => typeof id === "string") : [];
      if (!isJsonArray(value) || ids.length !== value.length) throw wrongKind(listOf(meaning));
      return encodeSet(meaning, raw, ids, context.field);
    }
    case "phones": {
      const empty = phoneRules(meaning).empty;
      if (value === null) return empty === "as-given" ? null : emptyValue(empty, value);
      const phones = parsePhones(value);
      if (phones === null) throw wrongKind("a list of phones (number, extension, label)");
      return encodePhones(meaning, raw, phones, context);
    }
  }
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
  if (meaning.write === "never") throw new EncodeError(field, "not-writable", "is read-only in this profile");
  if ("absent" in reading) return withoutField(raw, meaning.at);
  const before = decodeMeaning(meaning, raw);
  if ("reading" in before && "value" in before.reading && sameJson(before.reading.value, reading.value)) return raw;
  const value = encodeValue(meaning, valueAt(raw, meaning.at), reading.value, { ...context, field });
  return withField(raw, meaning.at, value, field);
}
