import type { Json } from "#/json/json.ts";
import type { FieldKey } from "#/records/field.ts";
import { liveChanges, previewChanges } from "./change.ts";
import type { Change } from "./change.ts";

/** Whether the service has the record; null where nobody asked. */
export type Presence = "present" | "missing" | null;

/** Whether the directory says that the record exists: the last live creation or deletion, else the index. */
export function effectivePresence(index: Presence, changes: readonly Change[]): Presence {
  const last = lifecycleChanges(changes).at(-1);
  if (last === undefined) return index;
  return last.operation.op === "create" ? "present" : "missing";
}

/** What a record is created with, where the index has not got it; `staged` while that is a draft. Null where nothing creates it. */
export function recordCreation(
  index: Presence,
  changes: readonly Change[],
): { fields: { [field: FieldKey]: Json }; staged: boolean } | null {
  if (index === "present") return null;
  const live = lifecycleChanges(changes).at(-1)?.operation;
  if (live?.op === "create") return { fields: live.fields, staged: false };
  const staged = previewChanges(changes).findLast(isLifecycleChange)?.operation;
  return staged?.op === "create" ? { fields: staged.fields, staged: true } : null;
}

export function lifecycleChanges(changes: readonly Change[]): Change[] {
  return liveChanges(changes).filter(isLifecycleChange);
}

export function isLifecycleChange(change: Change): boolean {
  return change.operation.op === "create" || change.operation.op === "delete";
}
