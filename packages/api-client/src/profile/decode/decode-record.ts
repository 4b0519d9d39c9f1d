import { ApiSchemaError, type SchemaProblem } from "#/errors/api-errors.ts";
import type { Json, JsonObject } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import { type BookableMeaning, decodeBookable } from "#/profile/kinds/bookable.ts";
import { kindOf } from "#/profile/kinds/kinds.ts";
import type { Reading } from "#/profile/reading.ts";
import type { OwnMeaning, RecordTypeData } from "#/profile/schema/profile-schema.ts";

/** What decoding one meaning gave, or why the answer does not fit. */
export type Decoded = { readonly reading: Reading } | { readonly problem: SchemaProblem };

/** Reads one meaning of a raw record. */
export function decodeMeaning(meaning: OwnMeaning, raw: JsonObject): Decoded {
  const rawValue = valueAt(raw, meaning.at);
  if (meaning.kind === "bookable") return bookableReading(meaning, raw, rawValue);
  if (rawValue === undefined) return { reading: { absent: true } };
  if (rawValue === null) return { reading: { value: null } };
  const kind = kindOf(meaning);
  const value = kind.decode(meaning, rawValue);
  return value === undefined
    ? { problem: { pointer: meaning.at, message: `must be ${kind.spelled(meaning)}` } }
    : { reading: { value } };
}

function bookableReading(meaning: BookableMeaning, raw: JsonObject, rawValue: Json | undefined): Decoded {
  const bookable = decodeBookable(meaning, raw);
  if (bookable !== undefined && bookable !== null) return { reading: { value: bookable } };
  if (rawValue === undefined) return { reading: { absent: true } };
  return bookable === null
    ? { reading: { value: null } }
    : { problem: { pointer: meaning.at, message: "must be a text, a number, true or false" } };
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
