import type { Change } from "./change.ts";
import type { FieldKind } from "./field.ts";
import { foldChanges } from "./fold-changes.ts";

/**
 * Whether later changes of the same field decide everything that this one decides: sending it after them would put back a value
 * that nobody wants any more. `later` are live and were approved after it.
 */
export function isReplaced(change: Change, later: readonly Change[], kind: FieldKind, region: string): boolean {
  if (later.length === 0) return false;
  const { whole, elements } = foldChanges(null, [{ ...change, state: "held" }, ...later], kind, region);
  return whole?.changeId !== change.id && ![...elements.values()].some((mark) => mark.changeId === change.id);
}
