import {
  formatPointer,
  isJsonArray,
  isJsonObject,
  valueAt,
  type Json,
  type JsonObject,
  isRawNumber,
} from "@dc/api-client";

/** One recorded request with its answer. */
export interface Exchange {
  /** Where it was found, to be named in reasons. */
  readonly source: string;
  readonly method: string;
  /** The path with "{}" for each segment that changes. */
  readonly template: string;
  /** What stands for each "{}". */
  readonly segments: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: Json | undefined;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: Json | undefined;
}

/** A member of a value, with entries of lists entered; "*" stands for them in the pointer. */
export interface Leaf {
  readonly pointer: string;
  readonly value: string | number | boolean | null;
}

/** Every text, number, truth value and null in a value, at any depth. */
export function leavesOf(value: Json | undefined, keys: readonly string[] = []): readonly Leaf[] {
  if (value === undefined) return [];
  if (isJsonArray(value)) return value.flatMap((entry) => leavesOf(entry, [...keys, "*"]));
  if (isJsonObject(value)) return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...keys, key]));
  return [{ pointer: formatPointer(keys), value: isRawNumber(value) ? Number(value.rawJSON) : value }];
}

/** A text, a number or a truth value as text; empty for anything else. */
export function plainText(value: Json | undefined): string {
  return value === undefined || value === null || typeof value === "object" ? "" : String(value);
}

export function isOk({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

export function isInstant(value: Json | undefined): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
}

export function isDay(value: Json | undefined): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** True for the name of a time zone. */
export function isZone(value: Json | undefined): value is string {
  return typeof value === "string" && /^[A-Z][A-Za-z_]+\/[A-Z][A-Za-z_/-]+$/.test(value);
}

/** The shallowest list of objects in an answer; null when there is none. */
export function listPointer(body: Json | undefined, depth = 0, keys: readonly string[] = []): string | null {
  if (isJsonArray(body)) return body.length === 0 || body.some(isJsonObject) ? formatPointer(keys) : null;
  if (!isJsonObject(body) || depth > 3) return null;
  const pointers = Object.entries(body).flatMap(([key, inner]) => listPointer(inner, depth + 1, [...keys, key]) ?? []);
  return pointers.toSorted((a, b) => a.split("/").length - b.split("/").length)[0] ?? null;
}

/** The objects of the list of an answer. */
export function entriesOf({ responseBody }: Exchange): readonly JsonObject[] {
  const pointer = listPointer(responseBody);
  const list = pointer === null ? undefined : valueAt(responseBody, pointer);
  return isJsonArray(list) ? list.filter(isJsonObject) : [];
}

/** The entries of a list, or the value alone. */
export function elementsOf(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : value === undefined || value === null ? [] : [value];
}

/** What the texts have in common at their beginning, up to a separator; empty where there is none. */
export function commonPrefix(ids: readonly string[]): string {
  const marked = /^[A-Za-z]+[-_.:]/.exec(ids[0] ?? "")?.[0] ?? "";
  return marked !== "" && ids.every((id) => id.startsWith(marked)) ? marked : "";
}

/** The last constant segment of a path, the service's own noun, as a word of our addresses. */
export function collectionName(path: string): string {
  const noun = path.split("/").findLast((segment) => segment !== "" && !segment.includes("{")) ?? "";
  const word = /^[A-Z]+$/.test(noun) ? noun.toLowerCase() : noun;
  const joined = word.replaceAll(/[^A-Za-z0-9]+([A-Za-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}
