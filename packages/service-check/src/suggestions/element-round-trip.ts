import {
  decodeMeaning,
  EncodeError,
  encodeReading,
  holdsOne,
  isJsonArray,
  isJsonObject,
  valueAt,
  type Json,
  type JsonObject,
  type OwnMeaning,
  type ProfileProblem,
} from "@dc/api-client";
import { excerpt } from "#/service/describe-answer.ts";
import { listMembers, type Member } from "./answer-members.ts";

type Records = readonly { readonly raw: JsonObject }[];

function rawElements(meaning: OwnMeaning, raw: JsonObject): readonly Json[] {
  const value = valueAt(raw, meaning.at);
  if (value === undefined || value === null || value === "") return [];
  return isJsonArray(value) ? value : [value];
}

/** An element read and written into an empty record; undefined when it cannot be read, the error when it cannot be written. */
function rewriteElement(meaning: OwnMeaning, element: Json): Json | undefined | EncodeError {
  // In a record of its own an element can be read and written without its surroundings.
  const isOne = !("shape" in meaning) || holdsOne(meaning);
  const alone = { ...meaning, at: "/value" };
  const decoded = decodeMeaning(alone, { value: isOne ? element : [element] });
  if (!("reading" in decoded) || !("value" in decoded.reading)) return undefined;
  const type = { collection: "alone", idPrefix: "", id: "/id", ignored: [], unsent: [], meanings: { value: alone } };
  try {
    const record = encodeReading({ ...type, update: "whole-record", status: "assumed" }, {}, "value", decoded.reading, {
      region: "",
      // Formatting needs a phone library and does not affect where the parts go.
      formatPhone: (number) => number,
    });
    const { value } = record;
    return isJsonArray(value) ? value[0] : value;
  } catch (error) {
    if (error instanceof EncodeError) return error;
    throw error;
  }
}

function isWritten(meaning: OwnMeaning): boolean {
  return "shape" in meaning && meaning.write !== "never";
}

/** An existing id that could not be written as the profile writes ids; null when all can. */
export function idRoundTripProblem(meaning: OwnMeaning, pointer: string, records: Records): ProfileProblem | null {
  if (!isWritten(meaning)) return null;
  const odd = records
    .flatMap(({ raw }) => rawElements(meaning, raw))
    .find((element) => rewriteElement(meaning, element) instanceof EncodeError);
  if (odd === undefined || !("shape" in meaning)) return null;
  const { shape } = meaning;
  const place = "id" in shape ? `"{id}" at "${shape.id}", where the shape reads it` : '"{id}" alone';
  return {
    pointer: `${pointer}/write/element`,
    message: `writes an id that would not be read back: write ${place}; an existing one is ${excerpt(odd, 100)}`,
  };
}

/** Members of existing elements that a rewritten element would lack, apart from those that the shape reads. */
export function membersLostOnWrite(meaning: OwnMeaning, records: Records): readonly Member[] {
  if (!isWritten(meaning) || !("shape" in meaning)) return [];
  const read = new Set(Object.values(meaning.shape).filter((value) => typeof value === "string"));
  const lost = new Map<string, Json>();
  for (const element of records.flatMap(({ raw }) => rawElements(meaning, raw))) {
    const anew = isJsonObject(element) ? rewriteElement(meaning, element) : undefined;
    // A bare id among objects is no loss: the service takes both.
    if (anew === undefined || anew instanceof EncodeError || !isJsonObject(anew)) continue;
    for (const { pointer, value } of listMembers(element, 3)) {
      const isLost = !isJsonObject(value) && !read.has(pointer) && valueAt(anew, pointer) === undefined;
      if (isLost && (lost.get(pointer) ?? null) === null) lost.set(pointer, value);
    }
  }
  return [...lost].map(([pointer, value]) => ({ pointer, value }));
}
