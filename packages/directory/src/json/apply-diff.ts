import type { DiffEntry } from "./diff-json.ts";
import { jsonPointerSteps } from "./json-pointer.ts";
import { isJsonObject, setOwn } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";

interface Place {
  children: Map<string, Place>;
  added?: { value: Json };
  removed?: true;
  replaced?: { value: Json };
}

/** Applies a diff to the value that it was made from and gives the other value; fresh along the changed paths, shared elsewhere. */
export function applyDiff(value: Json, diff: readonly DiffEntry[]): Json {
  const root: Place = { children: new Map() };
  for (const entry of diff) {
    const place = placeAt(root, entry.pointer);
    switch (entry.op) {
      case "add":
        place.added = { value: entry.to };
        break;
      case "remove":
        place.removed = true;
        break;
      case "replace":
        place.replaced = { value: entry.to };
        break;
    }
  }
  return changed(value, root);
}

function placeAt(root: Place, pointer: string): Place {
  let place = root;
  for (const key of jsonPointerSteps(pointer)) {
    let child = place.children.get(key);
    if (child === undefined) {
      child = { children: new Map() };
      place.children.set(key, child);
    }
    place = child;
  }
  return place;
}

function changed(value: Json, place: Place): Json {
  if (place.replaced) return place.replaced.value;
  if (place.children.size === 0) return value;
  if (Array.isArray(value)) return changedList(value, place);
  return isJsonObject(value) ? changedObject(value, place) : value;
}

function changedObject(value: JsonObject, place: Place): JsonObject {
  const after: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    const at = place.children.get(key);
    if (at === undefined) setOwn(after, key, child);
    else if (!at.removed) setOwn(after, key, changed(child, at));
  }
  for (const [key, at] of place.children) if (at.added) setOwn(after, key, at.added.value);
  return after;
}

function changedList(value: Json[], place: Place): Json[] {
  const kept: Json[] = [];
  value.forEach((element, at) => {
    const here = place.children.get(String(at));
    if (here === undefined) kept.push(element);
    else if (!here.removed) kept.push(changed(element, here));
  });
  const added = new Map<number, Json>();
  for (const [key, at] of place.children) if (at.added) added.set(Number(key), at.added.value);
  if (added.size === 0) return kept;
  const after: Json[] = [];
  let next = 0;
  const length = kept.length + added.size;
  for (let at = 0; at < length; at += 1) {
    const come = added.get(at);
    if (added.has(at) && come !== undefined) {
      after.push(come);
    } else {
      const stay = kept[next];
      if (stay !== undefined) after.push(stay);
      next += 1;
    }
  }
  return after;
}
