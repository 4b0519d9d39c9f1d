import type { FieldKey, FieldKind, Phone, RecordKey } from "./field.ts";
import type { Json } from "./json.ts";
import type { Reading } from "./reading.ts";

/**
 * What a person asked for. Elements of a set are ids; elements of phones are named by their phone key.
 * `reset` and `takeBase` write the base value that the author saw; for sets and phones, of one element or of all.
 */
export type Operation =
  | { op: "set"; value: Json }
  | { op: "add"; element: string | Phone; at?: number }
  | { op: "remove"; element: string }
  | { op: "replace"; element: string; by: string | Phone }
  | { op: "reset"; element?: string; to: Reading }
  | { op: "takeBase"; element?: string; to: Reading }
  | { op: "create"; fields: { [field: FieldKey]: Json } }
  | { op: "delete" };

export type ChangeState =
  | "draft"
  | "in review"
  | "approved"
  | "sending"
  | "applied"
  | "held"
  | "failed"
  | "unknown"
  | "deferred"
  | "rejected"
  | "withdrawn"
  | "reverted";

export type ChangeSetState =
  | "draft"
  | "in review"
  | "approved"
  | "applying"
  | "applied"
  | "partly applied"
  | "held"
  | "rejected"
  | "withdrawn"
  | "reverted";

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
