import { elementKey, type Operation, touchedElements } from "@dc/directory";

/** What is left of two drafts of one author on one field: the older one beside the newer, and what the newer has become. */
export interface Composed {
  keepsOlder: boolean;
  /** null when the two undo each other. */
  newer: Operation | null;
}

/**
 * Lets a newer draft take the place of an older one that it is about: nobody reviews two steps that are one. What the older
 * one says about other elements is never lost with it. `isThere` tells whether the directory has an element without drafts.
 */
export function composeDraft(
  older: Operation,
  newer: Operation,
  region: string,
  isThere: (element: string) => boolean,
): Composed {
  const olderKeys = touchedElements(older, region);
  const newerKeys = touchedElements(newer, region);
  if (newerKeys === null) return { keepsOlder: false, newer };
  if (olderKeys === null) return { keepsOlder: true, newer };
  if (!olderKeys.some((key) => newerKeys.includes(key))) return { keepsOlder: true, newer };
  const end = endOf(older, region);
  if ((newer.op === "remove" || newer.op === "replace") && end === newer.element && !isThere(end))
    return { keepsOlder: false, newer: continued(older, newer) };
  const hasAllFields = olderKeys.every((key) => newerKeys.includes(key)) || olderKeys[0] === newerKeys[0];
  return { keepsOlder: !hasAllFields, newer };
}

/** The key of the element that an operation leaves behind. */
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
