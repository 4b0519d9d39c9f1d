import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/** The keys from the outermost value to a member; empty for the value itself. */
export type Path = readonly string[];

export function valueAt(root: Json | undefined, path: Path): Json | undefined {
  let here = root;
  for (const key of path) here = isJsonObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  return here;
}

/** The text at the path; a number counts as its text, anything else as none. */
export function textAt(root: Json | undefined, path: Path): string {
  const value = valueAt(root, path);
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** A copy with the value at the path; objects on the way are made. */
export function withValue(root: Json, path: Path, value: Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const base = isJsonObject(root) ? root : {};
  return { ...base, [key]: withValue(base[key] ?? null, rest, value) };
}

/** An object of the entries that have a value, in their order. */
export function objectAt(entries: readonly (readonly [Path, Json | undefined])[], base: JsonObject = {}): JsonObject {
  let made: Json = base;
  for (const [path, value] of entries) if (value !== undefined) made = withValue(made, path, value);
  return isJsonObject(made) ? made : base;
}

/** The path as a JSON Pointer. */
export function pointerOf(path: Path): string {
  return path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
