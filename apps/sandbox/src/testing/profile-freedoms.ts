import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";

/**
 * What a profile can say, one entry for each key and each value that can be chosen, as `section/key = value`. Names that
 * a profile is free in (record types, meanings, look-ups) are left out of it, and so are texts.
 */
export type Freedom = string;

/** Keys that change what is said about an entry, and not what is sent. */
const remarks = new Set(["status", "note", "description", "$schema", "extends", "name"]);

/** Keys whose own keys are names of a profile's or a service's choice. */
const named = new Set(["records", "meanings", "findBy", "operations", "byStatus"]);

/** Keys whose value is a template or value of the service's own; the body of a wait is not one of them. */
const opaque = new Set([
  "operations/body",
  "element",
  "elementWithExtension",
  "template",
  "values",
  "required",
  "defaults",
  "query",
  "yes",
  "no",
]);

/** A schema with what it refers to in its place; what refers to itself, which is any JSON, is left open. */
export function withoutReferences(schema: Json, root: Json = schema): Json {
  if (Array.isArray(schema)) return schema.map((inner) => withoutReferences(inner, root));
  if (!isJsonObject(schema)) return schema;
  const { $ref, ...own } = schema;
  const entries = Object.entries(own).map(([key, value]) => [key, withoutReferences(value ?? null, root)] as const);
  if (typeof $ref !== "string") return Object.fromEntries(entries);
  const meant = isJsonObject(root) ? objectAt(objectAt(root, "$defs"), $ref.replace("#/$defs/", "")) : {};
  if (JSON.stringify(meant).includes(`"${$ref}"`)) return own;
  const referred = withoutReferences(meant, root);
  return { ...(isJsonObject(referred) ? referred : {}), ...Object.fromEntries(entries) };
}

/** Everything that a profile may say, by its JSON Schema; values that are taken where it says nothing are left out. */
export function freedomsOf(schema: Json, path: readonly string[] = []): Set<Freedom> {
  const collected = new Set<Freedom>();
  if (!isJsonObject(schema)) return collected;
  for (const alternative of ["anyOf", "oneOf", "allOf"].flatMap((key) => listAt(schema, key)))
    for (const freedom of freedomsOf(alternative, path)) collected.add(freedom);
  const { properties, additionalProperties, items } = schema;
  const values = "const" in schema ? [schema["const"]] : listAt(schema, "enum");
  for (const value of [...values, ...(schema["type"] === "boolean" ? [true, false] : [])])
    if (value !== null && value !== undefined && path.length > 0 && value !== schema["default"])
      collected.add(valueFreedom(path, value));
  if (isJsonObject(items)) for (const freedom of freedomsOf(items, path)) collected.add(freedom);
  if (isJsonObject(additionalProperties))
    for (const freedom of freedomsOf(additionalProperties, path)) collected.add(freedom);
  if (!isJsonObject(properties)) return collected;
  for (const [key, inner] of Object.entries(properties)) {
    if (remarks.has(key) || inner === undefined) continue;
    const place = placeOf(path, key, textAt(objectAt(properties, "kind"), "const"));
    collected.add(place.join("/"));
    if (!isOpaque(place)) for (const freedom of freedomsOf(inner, place)) collected.add(freedom);
  }
  return collected;
}

/** What this profile says of it. */
export function freedomsIn(profile: Json, path: readonly string[] = []): Set<Freedom> {
  const collected = new Set<Freedom>();
  const addAll = (inner: Json, place: readonly string[]) => {
    for (const freedom of freedomsIn(inner, place)) collected.add(freedom);
  };
  if (Array.isArray(profile)) for (const element of profile) addAll(element, path);
  else if (isJsonObject(profile))
    for (const [key, inner = null] of Object.entries(profile)) {
      if (remarks.has(key)) continue;
      const place = placeOf(path, key, textAt(profile, "kind"));
      collected.add(place.join("/"));
      if (isOpaque(place)) continue;
      const isMap = named.has(key) && isJsonObject(inner);
      for (const element of isMap ? Object.values(inner) : [inner]) addAll(element ?? null, place);
    }
  else if (profile !== null && path.length > 0) collected.add(valueFreedom(path, profile));
  return collected;
}

function isOpaque(path: readonly string[]): boolean {
  return opaque.has(path.at(-1) ?? "") || opaque.has(path.join("/"));
}

/** The place of a key; the form of a shape is told apart by the kind of its meaning. */
function placeOf(path: readonly string[], key: string, kind: string | null): readonly string[] {
  return key === "shape" && kind !== null ? [...path, kind, key] : [...path, key];
}

function valueFreedom(path: readonly string[], value: Json): Freedom {
  return `${path.join("/")} = ${JSON.stringify(value)}`;
}

function listAt(schema: JsonObject, key: string): readonly Json[] {
  const list = schema[key];
  return Array.isArray(list) ? list : [];
}

function objectAt(schema: JsonObject, key: string): JsonObject {
  const inner = schema[key];
  return isJsonObject(inner) ? inner : {};
}

function textAt(object: JsonObject, key: string): string | null {
  const text = object[key];
  return typeof text === "string" ? text : null;
}
