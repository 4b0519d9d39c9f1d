import { ApiSchemaError, type SchemaProblem } from "#/errors/api-errors.ts";
import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import type { Reading } from "#/profile/reading.ts";
import type { OwnMeaning, RecordTypeData, ReferenceShape, SetShape } from "#/profile/schema/profile-schema.ts";
import { wordType } from "#/profile/schema/set-content.ts";
import { decodeTexts, textsText } from "#/profile/language-texts.ts";
import { decodeScalar, scalarText } from "#/profile/scalar-values.ts";
import { elementsIn, holdsOne, type ElementMeaning } from "#/profile/schema/shapes.ts";
import { decodeBookable } from "./decode-bookable.ts";
import { decodePhone } from "./decode-phone.ts";

/** What decoding one meaning gave, or why the answer does not fit. */
export type Decoded = { readonly reading: Reading } | { readonly problem: SchemaProblem };

/** The id that a reference or a set's element holds; null when there is none. */
export function decodeId(raw: Json | undefined, shape: ReferenceShape | SetShape): string | null {
  const isObject = isJsonObject(raw);
  const isBare = !("id" in shape) || (!isObject && (shape.form === "id-or-object" || shape.form === "ids-or-objects"));
  const id = isBare ? raw : isObject ? valueAt(raw, shape.id) : undefined;
  if (typeof id === "number") return String(id);
  return typeof id === "string" && id !== "" ? id : null;
}

/** The elements of a meaning; null where the value or one of them does not fit. */
function decodeElements(meaning: ElementMeaning, raw: Json): Json[] | null {
  const decoded = elementsIn(meaning, raw)?.map((element) =>
    meaning.kind === "phones" ? decodePhone(element, meaning.shape) : decodeId(element, meaning.shape),
  );
  return decoded === undefined || decoded.includes(null) ? null : decoded;
}

function decodeValue(meaning: Exclude<OwnMeaning, { kind: "bookable" }>, raw: Json): Json | undefined {
  if (raw === null) return null;
  switch (meaning.kind) {
    case "text":
      return typeof raw === "number" ? String(raw) : typeof raw === "string" ? raw : undefined;
    case "word":
    case "number":
    case "date":
    case "boolean":
    case "choice":
      return decodeScalar(meaning, raw);
    case "languages":
      return decodeTexts(meaning, raw);
    case "phones":
    case "set":
      return decodeElements(meaning, raw) ?? undefined;
    case "reference":
      return decodeId(raw, meaning.shape) ?? undefined;
  }
}

function expected(meaning: Exclude<OwnMeaning, { kind: "bookable" }>): string {
  const inShape = "in the shape that the profile gives";
  switch (meaning.kind) {
    case "text":
      return "text";
    case "word":
    case "number":
    case "date":
    case "boolean":
    case "choice":
      return scalarText(meaning, "answer");
    case "languages":
      return textsText(meaning);
    case "reference":
      return "the id of a record";
    case "phones":
      return `${holdsOne(meaning) ? "one phone" : "phones"} ${inShape}`;
    case "set": {
      const [singular, plural] = meaning.of === wordType ? ["one word", "words"] : ["one id", "ids"];
      return `${holdsOne(meaning) ? singular : `a list of ${plural}`} ${inShape}`;
    }
  }
}

/** Reads one meaning of a raw record. */
export function decodeMeaning(meaning: OwnMeaning, raw: JsonObject): Decoded {
  const rawValue = valueAt(raw, meaning.at);
  if (meaning.kind === "bookable") {
    const bookable = decodeBookable(meaning, raw);
    if (bookable !== undefined && bookable !== null) return { reading: { value: bookable } };
    if (rawValue === undefined) return { reading: { absent: true } };
    return bookable === null
      ? { reading: { value: null } }
      : { problem: { pointer: meaning.at, message: "must be a text, a number, true or false" } };
  }
  if (rawValue === undefined) return { reading: { absent: true } };
  const value = decodeValue(meaning, rawValue);
  return value === undefined
    ? {
        problem: {
          pointer: meaning.at,
          message: `must be ${expected(meaning)}`,
        },
      }
    : { reading: { value } };
}

/** Reads every meaning that the record itself holds; throws ApiSchemaError when one has the wrong shape. */
export function decodeRecord(type: RecordTypeData, raw: JsonObject): Readonly<Record<string, Reading>> {
  const readings: [string, Reading][] = [];
  const problems: SchemaProblem[] = [];
  for (const [name, meaning] of Object.entries(type.meanings)) {
    if (!("at" in meaning)) continue;
    const decoded = decodeMeaning(meaning, raw);
    if ("problem" in decoded) problems.push(decoded.problem);
    else readings.push([name, decoded.reading]);
  }
  if (problems.length > 0) throw new ApiSchemaError(problems);
  return Object.fromEntries(readings);
}
