import { ApiSchemaError, type SchemaProblem } from "#/errors/api-errors.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import type { Phone } from "#/profile/phone.ts";
import type { Reading } from "#/profile/reading.ts";
import type { OwnMeaning, PhoneShape, RecordTypeData, ReferenceShape } from "#/profile/schema/profile-schema.ts";
import { wordType } from "#/profile/schema/set-content.ts";
import { decodePhone } from "./decode-phone.ts";

/** What decoding one meaning gave, or why the answer does not fit. */
export type Decoded = { readonly reading: Reading } | { readonly problem: SchemaProblem };

/** The id that a reference or a set's element holds; null when there is none. */
export function decodeId(
  raw: Json | undefined,
  shape: ReferenceShape | { readonly form: "ids" } | { readonly form: "objects"; readonly id: string },
): string | null {
  const at =
    shape.form === "object" || shape.form === "objects" ? valueAt(isJsonObject(raw) ? raw : undefined, shape.id) : raw;
  if (typeof at === "number") return String(at);
  return typeof at === "string" && at !== "" ? at : null;
}

function decodePhones(raw: Json, shape: PhoneShape): Phone[] | null {
  if (shape.form === "text") {
    if (raw === "") return [];
    const phone = decodePhone(raw, shape);
    return phone === null ? null : [phone];
  }
  if (!isJsonArray(raw)) return null;
  const phones: Phone[] = [];
  for (const entry of raw) {
    const phone = decodePhone(entry, shape);
    if (phone === null) return null;
    phones.push(phone);
  }
  return phones;
}

function decodeValue(meaning: OwnMeaning, raw: Json): Json | undefined {
  if (raw === null) return null;
  switch (meaning.kind) {
    case "text":
      return typeof raw === "number" ? String(raw) : typeof raw === "string" ? raw : undefined;
    case "phones":
      return decodePhones(raw, meaning.shape) ?? undefined;
    case "reference":
      return decodeId(raw, meaning.shape) ?? undefined;
    case "set": {
      if (!isJsonArray(raw)) return undefined;
      const ids = raw.map((entry) => decodeId(entry, meaning.shape));
      return ids.includes(null) ? undefined : ids;
    }
  }
}

const expected = {
  text: "text",
  phones: "phones in the shape that the profile gives",
  set: "a list of ids in the shape that the profile gives",
  reference: "the id of a record",
};

function isOfWords(meaning: OwnMeaning): boolean {
  return meaning.kind === "set" && meaning.of === wordType;
}

/** Reads one meaning of a raw record. */
export function decodeMeaning(meaning: OwnMeaning, raw: JsonObject): Decoded {
  const found = valueAt(raw, meaning.at);
  if (found === undefined) return { reading: { absent: true } };
  const value = decodeValue(meaning, found);
  return value === undefined
    ? {
        problem: {
          pointer: meaning.at,
          message: `must be ${isOfWords(meaning) ? "a list of words in the shape that the profile gives" : expected[meaning.kind]}`,
        },
      }
    : { reading: { value } };
}

/** Reads every meaning that the record itself holds; throws ApiSchemaError when one has the wrong shape. */
export function decodeRecord(type: RecordTypeData, raw: JsonObject): Readonly<Record<string, Reading>> {
  const readings: [string, Reading][] = [];
  const problems: SchemaProblem[] = [];
  for (const [name, meaning] of Object.entries(type.meanings)) {
    if ("via" in meaning) continue;
    const decoded = decodeMeaning(meaning, raw);
    if ("problem" in decoded) problems.push(decoded.problem);
    else readings.push([name, decoded.reading]);
  }
  if (problems.length > 0) throw new ApiSchemaError(problems);
  return Object.fromEntries(readings);
}
