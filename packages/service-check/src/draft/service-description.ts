import { formatPointer, isJsonArray, isJsonObject, valueAt, type Json, type JsonObject } from "@dc/api-client";

/** What a description says of one request beside its example; empty where answers were only recorded. */
export interface Words {
  /** Its title and text. */
  readonly about: string;
  /** Of members of the answer, by their pointers; "*" stands for the entries of a list. */
  readonly members: Readonly<Record<string, string>>;
  /** Of query parameters and headers, by their names. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Pointers of members that the request's body must have; null where nothing says so. */
  readonly required: readonly string[] | null;
}

/** One request and its answer, recorded or given as an example. */
export interface Exchange {
  /** Where it was found, to be named in reasons. */
  readonly source: string;
  readonly method: string;
  /** The path with "{}" for each segment that changes. */
  readonly template: string;
  /** What stands for each "{}"; empty where it is not known. */
  readonly segments: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: Json | undefined;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: Json | undefined;
  readonly words: Words;
}

/** Everything that is known of a service before anything is asked of it. */
export interface ServiceDescription {
  readonly exchanges: readonly Exchange[];
  /** Text about the whole service. */
  readonly prose: string;
  /** How requests are signed, where a description says it. */
  readonly security: {
    readonly scheme: "basic" | "bearer" | "header";
    readonly header: string;
    readonly words: string;
  } | null;
}

/** A member of a value, with entries of lists entered; "*" stands for them in the pointer. */
export interface Leaf {
  readonly pointer: string;
  readonly value: string | number | boolean | null;
}

export const noWords: Words = { about: "", members: {}, parameters: {}, required: null };

/** Every text, number, truth value and null in a value, at any depth. */
export function leavesOf(value: Json | undefined, keys: readonly string[] = []): readonly Leaf[] {
  if (value === undefined) return [];
  if (isJsonArray(value)) return value.flatMap((entry) => leavesOf(entry, [...keys, "*"]));
  if (isJsonObject(value)) return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...keys, key]));
  return [{ pointer: formatPointer(keys), value }];
}

/** A text, a number or a truth value as text; empty for anything else. */
export function plainText(value: Json | undefined): string {
  return value === undefined || value === null || typeof value === "object" ? "" : String(value);
}

export function isOk({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** The last constant segment of a template: the service's own noun. */
export function nounOf(template: string): string {
  return template.split("/").findLast((segment) => segment !== "" && segment !== "{}") ?? "";
}

export function isInstant(value: Json | undefined): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
}

export function isDay(value: Json | undefined): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** The shallowest list of objects in an answer; null when there is none. */
export function listPointer(body: Json | undefined): string | null {
  let level: readonly { readonly keys: readonly string[]; readonly value: Json }[] =
    body === undefined ? [] : [{ keys: [], value: body }];
  for (let depth = 0; depth < 4 && level.length > 0; depth += 1) {
    const found = level.find(({ value }) => isJsonArray(value) && (value.length === 0 || value.some(isJsonObject)));
    if (found !== undefined) return formatPointer(found.keys);
    level = level.flatMap(({ keys, value }) =>
      isJsonObject(value) ? Object.entries(value).map(([key, inner]) => ({ keys: [...keys, key], value: inner })) : [],
    );
  }
  return null;
}

/** The objects of the list of an answer. */
export function entriesOf(exchange: Exchange): readonly JsonObject[] {
  const at = listPointer(exchange.responseBody);
  const list = at === null ? undefined : valueAt(exchange.responseBody, at);
  return isJsonArray(list) ? list.filter(isJsonObject) : [];
}

/** What the texts have in common at their beginning, up to a separator; empty where there is none. */
export function commonPrefix(ids: readonly string[]): string {
  const [first = ""] = ids;
  const marked = /^[A-Za-z]+[-_.:]/.exec(first)?.[0] ?? "";
  return marked !== "" && ids.every((id) => id.startsWith(marked)) ? marked : "";
}

/** The service's noun as a word of our addresses. */
export function camelCase(noun: string): string {
  const word = /^[A-Z]+$/.test(noun) ? noun.toLowerCase() : noun;
  const joined = word.replaceAll(/[-_]+([A-Za-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}
