import { isJsonObject, lastKey, nameSimilarity, type Json } from "@dc/api-client";
import { isBare, listMembers } from "#/suggestions/answer-members.ts";
import { trial, type TrialValue } from "./checked-kind.ts";

/** The pointer of the most likely id of an object. */
function idPlace(raw: Json, of: string): string {
  const scored = listMembers(raw, 3)
    .filter(({ value }) => isBare(value))
    .map(({ pointer }) => {
      const key = lastKey(pointer);
      return { pointer, score: Math.max(...["id", "ref", "code", "key", of].map((word) => nameSimilarity(word, key))) };
    })
    .toSorted((a, b) => b.score - a.score);
  return scored[0]?.pointer ?? "/…";
}

/** The shape of ids by all of them that were read, bare and in objects. */
export function idShape(elements: readonly Json[], of: string, isList: boolean): string {
  const [bare, object, mixed] = isList ? ["ids", "objects", "ids-or-objects"] : ["id", "object", "id-or-object"];
  const objectElement = elements.find(isJsonObject);
  if (objectElement === undefined) return `"shape": { "form": "${bare}" }`;
  const place = `"id": "${idPlace(objectElement, of)}" }`;
  if (elements.some(isBare))
    return `"shape": { "form": "${mixed}", ${place}, since some are ids and some are objects with ${Object.keys(objectElement).join(", ")}`;
  const what = isList ? "each element" : "it";
  return `"shape": { "form": "${object}", ${place}, since ${what} is an object with ${Object.keys(objectElement).join(", ")}`;
}

export function unchangedTrial(value: Json): TrialValue {
  return { ...trial("the same value, written anew", value, "element"), isUnchanged: true };
}
