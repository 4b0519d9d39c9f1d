import {
  elementsIn,
  formatPointer,
  isJsonArray,
  isJsonObject,
  sameJson,
  valueAt,
  type Json,
  type JsonObject,
  type OwnMeaning,
} from "@dc/api-client";
import { kindOf } from "#/kinds/kinds.ts";
import { excerpt } from "#/service/describe-answer.ts";
import { listMembers } from "#/suggestions/answer-members.ts";
import { valueOf } from "./trial-values.ts";

/** A place where two records differ. */
export interface Difference {
  readonly pointer: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Places where two records differ; objects are entered, lists are not. */
export function differences(
  before: Json | undefined,
  after: Json | undefined,
  keys: readonly string[] = [],
): readonly Difference[] {
  if (sameJson(before, after)) return [];
  if (!isJsonObject(before) || !isJsonObject(after)) return [{ pointer: formatPointer(keys), before, after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => differences(before[name], after[name], [...keys, name]));
}

function plainValue(meaning: OwnMeaning, raw: JsonObject): Json {
  const value = valueOf(meaning, raw);
  if (value === undefined || value === "" || (isJsonArray(value) && value.length === 0)) return null;
  // Ids have no order.
  return "of" in meaning && isJsonArray(value) ? value.filter((id) => typeof id === "string").toSorted() : value;
}

/** True when both records have the same value of a meaning; empty values are equal, and ids have no order. */
export function sameMeaning(meaning: OwnMeaning, first: JsonObject, second: JsonObject): boolean {
  return sameJson(plainValue(meaning, first), plainValue(meaning, second));
}

/** Describes a member of an entry that a write removed or changed although it was not written; null when there is none. */
export function lostMemberMessage(
  meaning: OwnMeaning,
  before: JsonObject,
  after: JsonObject,
  renumbered: ReadonlyMap<string, string>,
): string | null {
  if (!("shape" in meaning)) return null;
  const kind = kindOf(meaning);
  const elementsOf = (raw: JsonObject) => elementsIn(meaning, valueAt(raw, meaning.at) ?? null) ?? [];
  const parts = new Set(Object.values(meaning.shape).filter((value) => typeof value === "string"));
  const afterwards = elementsOf(after);
  for (const element of elementsOf(before)) {
    const key = kind.elementKey(meaning, element);
    const there = afterwards.find(
      (candidate) => key !== null && kind.elementKey(meaning, candidate) === (renumbered.get(key) ?? key),
    );
    if (there === undefined) continue;
    const lost = listMembers(element, 3).find(
      ({ pointer, value }) => !isJsonObject(value) && !parts.has(pointer) && !sameJson(valueAt(there, pointer), value),
    );
    if (lost !== undefined)
      return `"${lost.pointer}" of an entry was ${excerpt(lost.value, 40)}, and is ${excerpt(valueAt(there, lost.pointer), 40)} after the write`;
  }
  return null;
}
