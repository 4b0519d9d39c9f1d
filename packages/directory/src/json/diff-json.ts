import { jsonPointer } from "./json-pointer.ts";
import { isRawNumber } from "./exact-number.ts";
import { canonicalNumber, equalNumbers, numberOf } from "./number-value.ts";
import { isJsonObject } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";

/**
 * One difference. Inside arrays, `remove`, `replace` and everything deeper count positions in the old array,
 * `add` counts them in the new one.
 */
export type DiffEntry =
  | { op: "add"; pointer: string; to: Json }
  | { op: "remove"; pointer: string; from: Json }
  | { op: "replace"; pointer: string; from: Json; to: Json };

/** The exact list of what changed between two JSON values, one entry a change; arrays of scalars are compared as sets. */
export function diffJson(a: Json, b: Json): DiffEntry[] {
  const entries: DiffEntry[] = [];
  if (a !== b) diffValues(a, b, [], entries);
  return entries;
}

function diffValues(a: Json, b: Json, path: (string | number)[], entries: DiffEntry[]): void {
  if (Array.isArray(a) && Array.isArray(b)) return diffLists(a, b, path, entries);
  if (isJsonObject(a) && isJsonObject(b)) return diffObjects(a, b, path, entries);
  if (equalNumbers(a, b)) return;
  entries.push({ op: "replace", pointer: jsonPointer(path), from: a, to: b });
}

function diffObjects(a: JsonObject, b: JsonObject, path: (string | number)[], entries: DiffEntry[]): void {
  let shared = 0;
  for (const key in a) {
    const left = a[key];
    if (left === undefined) continue;
    const right = b[key];
    if (right === undefined || (right !== left && !Object.hasOwn(b, key))) {
      entries.push({ op: "remove", pointer: jsonPointer(path, key), from: left });
      continue;
    }
    shared += 1;
    if (left === right) continue;
    if (typeof left === "object" && typeof right === "object") {
      path.push(key);
      diffValues(left, right, path, entries);
      path.pop();
    } else if (!equalNumbers(left, right)) {
      entries.push({ op: "replace", pointer: jsonPointer(path, key), from: left, to: right });
    }
  }
  const keys = Object.keys(b);
  if (keys.length === shared) return;
  for (const key of keys) {
    const right = b[key];
    if (right !== undefined && !Object.hasOwn(a, key)) {
      entries.push({ op: "add", pointer: jsonPointer(path, key), to: right });
    }
  }
}

function diffLists(a: Json[], b: Json[], path: (string | number)[], entries: DiffEntry[]): void {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && identical(a[start], b[start])) start += 1;
  if (start === a.length && start === b.length) return;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && identical(a[endA - 1], b[endB - 1])) {
    endA -= 1;
    endB -= 1;
  }
  const keysA = keysOf(a, start, endA);
  const keysB = keysA === null ? null : keysOf(b, start, endB);
  if (keysA === null || keysB === null) diffByIndex(a, b, start, endA, endB, path, entries);
  else diffByKey(a, b, keysA, keysB, path, entries);
}

/** Compares the elements that keep their order; as few others as possible are removed at one position and added at another. */
function diffByKey(
  a: Json[],
  b: Json[],
  keysA: Map<Json, number>,
  keysB: Map<Json, number>,
  path: (string | number)[],
  entries: DiffEntry[],
): void {
  const places: number[] = [];
  let ordered = true;
  for (const key of keysA.keys()) {
    const place = keysB.get(key);
    if (place === undefined) continue;
    if (places.length > 0 && place < (places.at(-1) ?? 0)) ordered = false;
    places.push(place);
  }
  const staying = ordered ? null : longestIncreasingSubsequence(places);
  const stays = (place: number) => staying === null || staying.has(place);
  for (const [key, position] of keysA) {
    const place = keysB.get(key);
    const left = a[position];
    if (left === undefined) continue;
    if (place === undefined || !stays(place)) {
      entries.push({ op: "remove", pointer: jsonPointer(path, position), from: left });
      continue;
    }
    const right = b[place];
    if (right === undefined || left === right) continue;
    path.push(position);
    diffValues(left, right, path, entries);
    path.pop();
  }
  if (places.length === keysB.size && staying === null) return;
  for (const [key, place] of keysB) {
    const right = b[place];
    if (right !== undefined && (!keysA.has(key) || !stays(place))) {
      entries.push({ op: "add", pointer: jsonPointer(path, place), to: right });
    }
  }
}

function diffByIndex(
  a: Json[],
  b: Json[],
  start: number,
  endA: number,
  endB: number,
  path: (string | number)[],
  entries: DiffEntry[],
): void {
  const paired = Math.min(endA, endB);
  for (let position = start; position < paired; position += 1) {
    const left = a[position];
    const right = b[position];
    if (left === undefined || right === undefined || left === right) continue;
    path.push(position);
    diffValues(left, right, path, entries);
    path.pop();
  }
  for (let position = paired; position < endA; position += 1) {
    const left = a[position];
    if (left !== undefined) entries.push({ op: "remove", pointer: jsonPointer(path, position), from: left });
  }
  for (let position = paired; position < endB; position += 1) {
    const right = b[position];
    if (right !== undefined) entries.push({ op: "add", pointer: jsonPointer(path, position), to: right });
  }
}

/** Position by key of a stretch of distinct scalars, or of objects with distinct ids; null for anything else. */
function keysOf(list: Json[], start: number, end: number): Map<Json, number> | null {
  const keys = new Map<Json, number>();
  for (let position = start; position < end; position += 1) {
    const element = list[position];
    const key = isJsonObject(element) ? element["id"] : element;
    if (key === undefined || (typeof key === "object" && !isRawNumber(key))) return null;
    const mapKey = isJsonObject(element) ? `id ${typeof key} ${JSON.stringify(scalarKey(key))}` : scalarKey(key);
    keys.set(mapKey, position);
  }
  return keys.size === end - start ? keys : null;
}

/** Marks text that looks like the key of an object with an id, so that the two are not confused. */
function scalarKey(value: Json): Json {
  if (!isRawNumber(value)) return typeof value === "string" && value.startsWith("id ") ? `text ${value}` : value;
  const number = numberOf(canonicalNumber(value.rawJSON));
  return typeof number === "number" ? number : `id exactly ${canonicalNumber(value.rawJSON)}`;
}

function identical(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let position = 0; position < a.length; position += 1) if (!identical(a[position], b[position])) return false;
    return true;
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return equalNumbers(a, b);
  let count = 0;
  for (const key in a) {
    if (!Object.hasOwn(b, key) || !identical(a[key], b[key])) return false;
    count += 1;
  }
  return count === Object.keys(b).length;
}

/** A longest increasing subsequence of distinct numbers, as the set of its members. */
function longestIncreasingSubsequence(numbers: readonly number[]): Set<number> {
  const tails: number[] = [];
  const before: number[] = [];
  numbers.forEach((number, position) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[position] = tails[low - 1] ?? -1;
    tails[low] = position;
  });
  const members = new Set<number>();
  for (let position = tails.at(-1) ?? -1; position >= 0; position = before[position] ?? -1)
    members.add(numbers[position] ?? 0);
  return members;
}
