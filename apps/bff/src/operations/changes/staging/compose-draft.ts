import { elementKey, type FieldKind, type Operation, sameElement, touchedElements } from "@dc/directory";

/** The result of combining two drafts of one author on one field: the remaining older operation and the newer one. */
export interface Composed {
  keepsOlder: boolean;
  /** null if the two cancel each other out. */
  newer: Operation | null;
}

/**
 * Combines a newer draft with an older one on the same elements, so that nobody reviews two steps instead of one. What
 * the older one says about other elements is kept. `isThere` tells whether the directory has an element without
 * drafts.
 */
export function composeDraft(
  kind: FieldKind,
  older: Operation,
  newer: Operation,
  region: string,
  isThere: (element: string) => boolean,
): Composed {
  const olderKeys = touchedElements(older, region);
  const newerKeys = touchedElements(newer, region);
  if (newerKeys === null) return { keepsOlder: false, newer };
  if (olderKeys === null) return { keepsOlder: true, newer };
  const isSame = sameElement(kind);
  // What is removed has no place in the list.
  if (newer.op === "remove" && older.op === "move" && isSame(older.element, newer.element))
    return { keepsOlder: false, newer };
  const isOfNewer = (key: string) => newerKeys.some((other) => isSame(key, other));
  if (!olderKeys.some(isOfNewer)) return { keepsOlder: true, newer };
  const end = endOf(older, region);
  if ((newer.op === "remove" || newer.op === "replace") && end !== null && isSame(end, newer.element) && !isThere(end))
    return { keepsOlder: false, newer: continued(older, newer) };
  const [first] = olderKeys;
  const isOfFirst = first !== undefined && newerKeys[0] !== undefined && isSame(first, newerKeys[0]);
  return { keepsOlder: !isOfFirst && !olderKeys.every(isOfNewer), newer };
}

/** The key of the element after the operation. */
function endOf(operation: Operation, region: string): string | null {
  if (operation.op === "add") return elementKey(operation.element, region);
  return operation.op === "replace" ? elementKey(operation.by, region) : null;
}

function continued(older: Operation, newer: Extract<Operation, { op: "remove" | "replace" }>): Operation | null {
  if (older.op === "add") {
    if (newer.op === "remove") return null;
    return { op: "add", element: newer.by, ...(older.at === undefined ? {} : { at: older.at }) };
  }
  if (older.op !== "replace") return newer;
  return newer.op === "remove"
    ? { op: "remove", element: older.element }
    : { op: "replace", element: older.element, by: newer.by };
}
