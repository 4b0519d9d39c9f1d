import { isBare } from "#/suggestions/answer-members.ts";
import { isJsonObject, nameSimilarity, type Json } from "@dc/api-client";

/** The key of an object that resembles one of these words; null where none does. */
export function bestKey(raw: Json, wanted: readonly string[]): string | null {
  if (!isJsonObject(raw)) return null;
  const scored = Object.keys(raw)
    .filter((key) => isBare(raw[key] ?? null))
    .map((key) => ({ key, score: Math.max(...wanted.map((word) => nameSimilarity(word, key))) }))
    .toSorted((a, b) => b.score - a.score);
  const [best] = scored;
  return best !== undefined && best.score >= 0.5 ? best.key : null;
}
