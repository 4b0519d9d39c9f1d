import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/** The keys that lead from a value to a member of it; empty for the value itself. */
export type Path = readonly string[];

export function valueAt(root: Json | undefined, path: Path): Json | undefined {
  let value = root;
  for (const key of path) value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** The value at the path as text; empty when it is neither a string nor a number. */
export function textAt(root: Json | undefined, path: Path): string {
  const value = valueAt(root, path);
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** A copy with the value at the path; objects that are missing on the way are created. */
export function withValue(root: Json, path: Path, value: Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const base = isJsonObject(root) ? root : {};
  return { ...base, [key]: withValue(base[key] ?? null, rest, value) };
}

/** A copy without the member at the path. */
export function withoutValue(root: JsonObject, path: Path): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined || !Object.hasOwn(root, key)) return root;
  const { [key]: inner = null, ...others } = root;
  if (rest.length === 0) return others;
  return isJsonObject(inner) ? { ...root, [key]: withoutValue(inner, rest) } : root;
}

/** A copy of `base` with these entries, in their order; an entry without a value is skipped. */
export function objectAt(entries: readonly (readonly [Path, Json | undefined])[], base: JsonObject = {}): JsonObject {
  let result: Json = base;
  for (const [path, value] of entries) if (value !== undefined) result = withValue(result, path, value);
  return isJsonObject(result) ? result : base;
}

/** The path as a JSON Pointer. */
export function pointerOf(path: Path): string {
  return path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
