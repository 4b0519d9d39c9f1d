import {
  isJsonArray,
  isJsonObject,
  lastKey,
  nameSimilarity,
  type Json,
  type OwnMeaning,
  type ScalarMeaning,
} from "@dc/api-client";
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

/** The shape of phones, by what a phone looks like. */
export interface SuggestedPhoneShape {
  readonly form: "text" | "texts" | "object" | "objects";
  readonly number?: string;
  readonly extension?: string;
  readonly label?: string;
}

/** The shape of a phone or of a list of phones; null for anything else. */
function phoneShapeOf(value: Json): SuggestedPhoneShape | null {
  if (isBare(value)) return { form: "text" };
  const [first] = isJsonArray(value) ? value : [];
  if (first !== undefined && isBare(first)) return { form: "texts" };
  const phone = first ?? value;
  if (!isJsonObject(phone)) return null;
  const dialled = Object.keys(phone).find((key) => looksLikePhone(phone[key] ?? null));
  const number = dialled ?? bestKey(phone, ["number", "phone", "phone number", "value", "line"]);
  const extension = bestKey(phone, ["extension", "ext"]);
  const label = bestKey(phone, ["label", "type", "kind", "name", "tag", "use", "purpose"]);
  return {
    form: isJsonArray(value) ? "objects" : "object",
    number: `/${number ?? "…"}`,
    ...(extension === null ? {} : { extension: `/${extension}` }),
    ...(label === null ? {} : { label: `/${label}` }),
  };
}

function phoneShape(value: Json): string {
  const shape = phoneShapeOf(value);
  return shape === null
    ? "a shape for a text, an object, or a list of texts or objects; the value here is none of these"
    : `{ ${Object.entries(shape)
        .map(([key, part]) => `"${key}": "${String(part)}"`)
        .join(", ")} }`;
}

/** The kind, or the key of the kind, by which a single value can be read. */
function suggestKind(meaning: ScalarMeaning, value: Json): string {
  if (isJsonObject(value)) return `"at" one of its members: ${Object.keys(value).join(", ")}`;
  if (isJsonArray(value)) return '"kind": "set", since it is a list';
  if (typeof value === "boolean") return '"kind": "boolean"';
  if (meaning.kind === "boolean")
    return `"yes" and "no" as the service spells them; this is ${JSON.stringify(value)}, and a value with more than two spellings is "kind": "choice"`;
  if (meaning.kind === "date" && typeof value === "number")
    return `"as": "${value > 100_000_000_000 ? "milliseconds" : "seconds"}"`;
  if (meaning.kind === "date" && typeof value === "string" && !Number.isNaN(Date.parse(value)))
    return /^\d{4}-\d{2}-\d{2}T/.test(value)
      ? '"as": "instant", with the "zone" of its days'
      : /^\d{4}-\d{2}-\d{2}$/.test(value)
        ? '"as": "day"'
        : '"kind": "text": a day in words cannot be read as one';
  return '"kind": "text", or another kind that fits';
}

function isBare(value: Json): boolean {
  return typeof value === "string" || typeof value === "number";
}

/** The shape of ids by all of them that were read, bare and in objects. */
function idShape(elements: readonly Json[], of: string, isList: boolean): string {
  const [bare, object, mixed] = isList ? ["ids", "objects", "ids-or-objects"] : ["id", "object", "id-or-object"];
  const objectElement = elements.find(isJsonObject);
  if (objectElement === undefined) return `"shape": { "form": "${bare}" }`;
  const place = `"id": "${idPlace(objectElement, of)}" }`;
  if (elements.some(isBare))
    return `"shape": { "form": "${mixed}", ${place}, since some are ids and some are objects with ${Object.keys(objectElement).join(", ")}`;
  const what = isList ? "each element" : "it";
  return `"shape": { "form": "${object}", ${place}, since ${what} is an object with ${Object.keys(objectElement).join(", ")}`;
}

/** What to write in the profile so that a value can be read; `others` are the values of other records. */
export function suggestShape(meaning: OwnMeaning, value: Json, others: readonly Json[] = []): string {
  switch (meaning.kind) {
    case "phones":
      return `"shape": ${phoneShape(value)}`;
    case "set":
      if (isJsonArray(value)) return idShape([value, ...others].filter(isJsonArray).flat(), meaning.of, true);
      if (isJsonObject(value) && Object.values(value).some(isJsonArray))
        return `"at" a list; this is an object with ${Object.keys(value).join(", ")}`;
      return isJsonObject(value) || isBare(value)
        ? idShape([value, ...others], meaning.of, false)
        : '"at" a list; this is not a list';
    case "reference":
      return idShape([value, ...others], meaning.to, false);
    case "word":
    case "number":
    case "date":
    case "boolean":
    case "choice":
      return suggestKind(meaning, value);
    case "languages": {
      const [first] = isJsonArray(value) ? value : [];
      if (!isJsonObject(first))
        return isJsonObject(value)
          ? '"at" an object that has a text for each language, and nothing else'
          : '"kind": "text", since it says no language';
      const language = bestKey(first, ["language", "lang", "locale", "tag"]);
      const text = bestKey(first, ["text", "value", "content", "body"]);
      return `"language": "/${language ?? "…"}" and "text": "/${text ?? "…"}", since each entry is an object with ${Object.keys(first).join(", ")}`;
    }
    case "bookable":
      return '"at" a text, a number, true or false';
    case "text":
      return isJsonObject(value)
        ? `"at" one of its members: ${Object.keys(value).join(", ")}`
        : '"at" a text; this is not text';
  }
}
