import type { FieldKind } from "#/kinds/kinds.ts";
import type { FieldKey } from "#/records/field.ts";
import type { Reading } from "#/records/reading.ts";
import type { RecordKey } from "#/records/record-key.ts";
import { isLive, isStaged } from "./change-state.ts";
import type { ChangeState } from "./change-state.ts";
import type { Operation } from "./operation.ts";

/** `pin` keeps ours whatever base does; `follow` proposes base's value when it moves. */
export type Policy = "pin" | "follow";

/** One event of the ledger, as far as the domain needs it. `order` is the place in the order of approval. */
export interface Change {
  id: string;
  record: RecordKey;
  /** Absent for `create` and `delete`, which concern the whole record. */
  field?: FieldKey;
  kind?: FieldKind;
  operation: Operation;
  state: ChangeState;
  policy: Policy;
  order: number | null;
  /** The base value that the author saw. */
  baseSeen: Reading | null;
}

/** The changes that decide what the directory says, in the order of approval. */
export function liveChanges<C extends Change>(changes: readonly C[]): C[] {
  return changes
    .filter(isLive)
    .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || compareText(a.id, b.id));
}

/** The changes shown as a preview: approved ones in their order, then drafts as they were given. */
export function previewChanges<C extends Change>(changes: readonly C[]): C[] {
  const staged = changes.filter(isStaged);
  const approved = staged.filter((change) => change.order !== null);
  const drafts = staged.filter((change) => change.order === null);
  return [...approved.sort((a, b) => (a.order ?? 0) - (b.order ?? 0)), ...drafts];
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
