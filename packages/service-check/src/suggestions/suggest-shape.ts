import { isJsonArray, isJsonObject, lastKey, nameSimilarity, type Json, type OwnMeaning } from "@dc/api-client";
import { listMembers, looksLikePhone } from "./candidate-members.ts";

function bestKey(raw: Json, wanted: readonly string[]): string | null {
  if (!isJsonObject(raw)) return null;
  const scored = Object.keys(raw)
    .filter((key) => typeof raw[key] === "string" || typeof raw[key] === "number")
    .map((key) => ({ key, score: Math.max(...wanted.map((word) => nameSimilarity(word, key))) }))
    .toSorted((a, b) => b.score - a.score);
  const [best] = scored;
  return best !== undefined && best.score >= 0.5 ? best.key : null;
}

/** The pointer of the most likely id of an object. */
function idPlace(raw: Json, of: string): string {
  const scored = listMembers(raw, 3)
    .filter(({ value }) => typeof value === "string" || typeof value === "number")
    .map(({ pointer }) => {
      const key = lastKey(pointer);
      return { pointer, score: Math.max(...["id", "ref", "code", "key", of].map((word) => nameSimilarity(word, key))) };
    })
    .toSorted((a, b) => b.score - a.score);
  return scored[0]?.pointer ?? "/…";
}

function phoneShape(value: Json): string {
  if (typeof value === "string" || typeof value === "number") return '{ "form": "text" }';
  const [first] = isJsonArray(value) ? value : [];
  if (typeof first === "string" || typeof first === "number") return '{ "form": "texts" }';
  if (!isJsonObject(first))
    return "a shape for a text, a list of texts or a list of objects; the value here is none of these";
  const dialled = Object.keys(first).find((key) => looksLikePhone(first[key] ?? null));
  const number = dialled ?? bestKey(first, ["number", "phone", "phone number", "value", "line"]);
  const extension = bestKey(first, ["extension", "ext"]);
  const label = bestKey(first, ["label", "type", "kind", "name", "tag", "use", "purpose"]);
  const parts = [
    `"number": "/${number ?? "…"}"`,
    ...(extension === null ? [] : [`"extension": "/${extension}"`]),
    ...(label === null ? [] : [`"label": "/${label}"`]),
  ];
  return `{ "form": "objects", ${parts.join(", ")} }`;
}

/** What to write in the profile so that the value can be read. */
export function suggestShape(meaning: OwnMeaning, value: Json): string {
  switch (meaning.kind) {
    case "phones":
      return `"shape": ${phoneShape(value)}`;
    case "set": {
      const [first] = isJsonArray(value) ? value : [];
      if (!isJsonArray(value))
        return `"at" a list; this is ${isJsonObject(value) ? `an object with ${Object.keys(value).join(", ")}` : "not a list"}`;
      if (!isJsonObject(first)) return '"shape": { "form": "ids" }';
      return `"shape": { "form": "objects", "id": "${idPlace(first, meaning.of)}" }, since each element is an object with ${Object.keys(first).join(", ")}`;
    }
    case "reference":
      return isJsonObject(value)
        ? `"shape": { "form": "object", "id": "${idPlace(value, meaning.to)}" }, since it is an object with ${Object.keys(value).join(", ")}`
        : '"shape": { "form": "id" }';
    case "text":
      return isJsonObject(value)
        ? `"at" one of its members: ${Object.keys(value).join(", ")}`
        : '"at" a text; this is not text';
  }
}
