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
    const edit = node.children.get(key);
    if (edit === undefined) setOwn(after, key, child);
    else if (!edit.removed) setOwn(after, key, applyNode(child, edit));
  }
  for (const [key, edit] of node.children) if (edit.added) setOwn(after, key, edit.added.value);
  return after;
}

function applyToList(value: Json[], node: EditNode): Json[] {
  const kept: Json[] = [];
  value.forEach((element, position) => {
    const edit = node.children.get(String(position));
    if (edit === undefined) kept.push(element);
    else if (!edit.removed) kept.push(applyNode(element, edit));
  });
  const added = new Map<number, Json>();
  for (const [key, edit] of node.children) if (edit.added) added.set(Number(key), edit.added.value);
  if (added.size === 0) return kept;
  const after: Json[] = [];
  let next = 0;
  const length = kept.length + added.size;
  for (let position = 0; position < length; position += 1) {
    const come = added.get(position);
    if (added.has(position) && come !== undefined) {
      after.push(come);
    } else {
      const stay = kept[next];
      if (stay !== undefined) after.push(stay);
      next += 1;
    }
  }
  return after;
}
