// The JSON reader and writer of the journeys. They share no code with the product, so that a fault in the product's own
// cannot hide itself.

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [member: string]: Json;
}

/** The member names of a JSON Pointer. */
export const pointerKeys = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  return pointerKeys(pointer).reduce<Json | undefined>(
    (value, key) => (typeof value === "object" && value !== null && !Array.isArray(value) ? value[key] : undefined),
    value,
  );
}

/** Like `valueAt`, but returns the value itself if the profile gives no pointer. */
export const partOf = (value: Json | undefined, pointer: string | undefined) =>
  pointer === undefined ? value : valueAt(value, pointer);

export function withValueAt(value: Json, [key, ...rest]: readonly string[], put: Json): Json {
  return key === undefined ? put : { ...asObject(value), [key]: withValueAt(asObject(value)[key] ?? {}, rest, put) };
}

export function withoutValueAt(value: Json, [key, ...rest]: readonly string[]): Json {
  if (key === undefined || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { [key]: inner, ...others } = value;
  return rest.length === 0 || inner === undefined ? others : { ...others, [key]: withoutValueAt(inner, rest) };
}

/** An id or a number as text. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Returns the value if it is an object, otherwise an empty one: the test then fails on the missing member. */
export function asObject(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/**
 * Returns a list as it is, a single text or object as a list of one, and anything else as an empty list, since a
 * spelling may keep only one value.
 */
export function asList(value: Json | undefined): Json[] {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") return value === "" ? [] : [value];
  return typeof value === "object" && value !== null ? [value] : [];
}

/** Gives a value from `JSON.parse` its type. */
export function asJson(value: unknown): Json {
  return value as Json;
}
