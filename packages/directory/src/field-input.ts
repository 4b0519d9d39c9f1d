import type { Baseline, Known, Original } from "./baseline.ts";
import type { Change, Policy } from "./change.ts";
import type { FieldKey, FieldKind } from "./field.ts";
import type { Reading } from "./reading.ts";

/** What is known of one field in one record of one index. Null: never read. */
export interface FieldInput {
  key: FieldKey;
  kind: FieldKind;
  original: Original | null;
  /** As stored; `{}` before the first decision. */
  baseline: Baseline;
  /** As stored; `{}` before the first write or acceptance. */
  known: Known;
  base: Reading | null;
  index: Reading | null;
  /** What a creation gives the field, where the index has not got the record. `staged`: no part of E yet, but of the preview. */
  created?: { reading: Reading; staged: boolean };
  /** Every change of this field, whatever its state. */
  changes: readonly Change[];
  /** The policy that a person gave the override later than its change did. */
  policy?: Policy;
  stale?: boolean;
  region: string;
}
