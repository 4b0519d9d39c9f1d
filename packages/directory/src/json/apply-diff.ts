import type { DiffEntry } from "./diff-json.ts";
import { parseJsonPointer } from "./json-pointer.ts";
import { isJsonObject, setOwn } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";

interface EditNode {
  children: Map<string, EditNode>;
  added?: { value: Json };
  removed?: true;
  replaced?: { value: Json };
}

/** Applies a diff to the value that it was made from and gives the other value; only the changed paths are copied. */
export function applyDiff(value: Json, diff: readonly DiffEntry[]): Json {
  const root: EditNode = { children: new Map() };
  for (const entry of diff) {
    const node = nodeAt(root, entry.pointer);
    switch (entry.op) {
      case "add":
        node.added = { value: entry.to };
        break;
      case "remove":
        node.removed = true;
        break;
      case "replace":
        node.replaced = { value: entry.to };
        break;
    }
  }
  return applyNode(value, root);
}

function nodeAt(root: EditNode, pointer: string): EditNode {
  let node = root;
  for (const key of parseJsonPointer(pointer) ?? []) {
    let child = node.children.get(key);
    if (child === undefined) {
      child = { children: new Map() };
      node.children.set(key, child);
    }
    node = child;
  }
  return node;
}

function applyNode(value: Json, node: EditNode): Json {
  if (node.replaced) return node.replaced.value;
  if (node.children.size === 0) return value;
  if (Array.isArray(value)) return applyToList(value, node);
  return isJsonObject(value) ? applyToObject(value, node) : value;
}

function applyToObject(value: JsonObject, node: EditNode): JsonObject {
  const after: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    const at = node.children.get(key);
    if (at === undefined) setOwn(after, key, child);
    else if (!at.removed) setOwn(after, key, applyNode(child, at));
  }
  for (const [key, at] of node.children) if (at.added) setOwn(after, key, at.added.value);
  return after;
}

function applyToList(value: Json[], node: EditNode): Json[] {
  const kept: Json[] = [];
  value.forEach((element, at) => {
    const here = node.children.get(String(at));
    if (here === undefined) kept.push(element);
    else if (!here.removed) kept.push(applyNode(element, here));
  });
  const added = new Map<number, Json>();
  for (const [key, at] of node.children) if (at.added) added.set(Number(key), at.added.value);
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
