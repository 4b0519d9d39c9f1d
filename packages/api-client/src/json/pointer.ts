import { isJsonArray, isJsonObject, type Json, type JsonObject } from "./json.ts";

// A profile's pointers are read with every record; there are few of them.
const mostParsed = 500;
const parsed = new Map<string, readonly string[]>();

/** Splits a JSON Pointer (RFC 6901) into its keys; null when it is not one. */
export function parsePointer(pointer: string): readonly string[] | null {
  const known = parsed.get(pointer);
  if (known !== undefined) return known;
  const keys = splitPointer(pointer);
  if (keys !== null && parsed.size < mostParsed) parsed.set(pointer, keys);
  return keys;
}

function splitPointer(pointer: string): readonly string[] | null {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Writes keys as a JSON Pointer. */
export function formatPointer(keys: readonly PropertyKey[]): string {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function arrayIndex(key: string, length: number): number | null {
  if (!/^(0|[1-9]\d{0,8})$/.test(key)) return null;
  const index = Number(key);
  return index < length ? index : null;
}

/** The value at the keys; undefined when nothing is there. Inherited properties are never read. */
export function valueAt(root: Json | undefined, keys: readonly string[]): Json | undefined {
  let here = root;
  for (const key of keys) {
    if (isJsonArray(here)) {
      const index = arrayIndex(key, here.length);
      if (index === null) return undefined;
      here = here[index];
    } else if (isJsonObject(here) && Object.hasOwn(here, key)) {
      here = here[key];
    } else {
      return undefined;
    }
  }
  return here;
}

/** A copy of the root with the value at the keys; missing or null objects on the way are made. Null when the way is blocked by another kind of value. */
export function withValueAt(root: Json, keys: readonly string[], value: Json): Json | null {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (isJsonArray(root)) {
    const index = arrayIndex(key, root.length);
    const inner = index === null ? undefined : root[index];
    if (index === null || inner === undefined) return null;
    const next = withValueAt(inner, rest, value);
    return next === null && rest.length > 0 ? null : root.with(index, next);
  }
  const base: JsonObject | null = root === null ? {} : isJsonObject(root) ? root : null;
  if (base === null) return null;
  const inner = Object.hasOwn(base, key) ? base[key] : undefined;
  const next = rest.length === 0 ? value : withValueAt(inner ?? null, rest, value);
  if (next === null && rest.length > 0) return null;
  return { ...base, [key]: next };
}

/** A copy of the root without the key that the last step names; the root itself when nothing is there. */
export function withoutValueAt(root: Json, keys: readonly string[]): Json {
  const [key, ...rest] = keys;
  if (key === undefined || valueAt(root, keys) === undefined) return root;
  if (isJsonArray(root)) {
    const index = Number(key);
    return rest.length === 0 ? root.toSpliced(index, 1) : root.with(index, withoutValueAt(root[index] ?? null, rest));
  }
  if (!isJsonObject(root)) return root;
  if (rest.length > 0) return { ...root, [key]: withoutValueAt(root[key] ?? null, rest) };
  return Object.fromEntries(Object.entries(root).filter(([name]) => name !== key));
}
