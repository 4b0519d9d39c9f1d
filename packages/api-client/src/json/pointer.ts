import { isJsonArray, isJsonObject, type Json, type JsonObject } from "./json.ts";

/** A JSON Pointer (RFC 6901) as text, or the keys that it names. */
export type Pointer = string | readonly string[];

// A profile's pointers are read with every record, and there are few of them.
const cacheLimit = 500;
const cache = new Map<string, readonly string[]>();

/** Splits a JSON Pointer into its keys; null when the text is not one. */
export function parsePointer(pointer: string): readonly string[] | null {
  const known = cache.get(pointer);
  if (known !== undefined) return known;
  const keys = splitPointer(pointer);
  if (keys !== null && cache.size < cacheLimit) cache.set(pointer, keys);
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

/** The pointer of what holds the value that this one names; empty for a top-level member. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

/** The first key that a pointer names: the top-level member; undefined for the whole value. */
export function firstKey(pointer: string): string | undefined {
  return keysOf(pointer)[0];
}

/** The last key that a pointer names; empty for the whole value. */
export function lastKey(pointer: string): string {
  return keysOf(pointer).at(-1) ?? "";
}

/** The keys of a pointer. Those of a profile are checked when it is made; an invalid one counts as the whole value. */
export function keysOf(pointer: Pointer): readonly string[] {
  return typeof pointer === "string" ? (parsePointer(pointer) ?? []) : pointer;
}

function arrayIndex(key: string, length: number): number | null {
  if (!/^(0|[1-9]\d{0,8})$/.test(key)) return null;
  const index = Number(key);
  return index < length ? index : null;
}

/** The value that a pointer names; undefined when there is none. Inherited properties are never read. */
export function valueAt(root: Json | undefined, pointer: Pointer): Json | undefined {
  let value = root;
  for (const key of keysOf(pointer)) {
    if (isJsonArray(value)) {
      const index = arrayIndex(key, value.length);
      if (index === null) return undefined;
      value = value[index];
    } else if (isJsonObject(value) && Object.hasOwn(value, key)) {
      value = value[key];
    } else {
      return undefined;
    }
  }
  return value;
}

/** A copy of the root with the value where the pointer names it; missing or null objects on the way are made. Null when another kind of value is in the way. */
export function withValueAt(root: Json, pointer: Pointer, value: Json): Json | null {
  const [key, ...rest] = keysOf(pointer);
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

/** A copy of the root without what the pointer names; the root itself when there is nothing. */
export function withoutValueAt(root: Json, pointer: Pointer): Json {
  const keys = keysOf(pointer);
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
