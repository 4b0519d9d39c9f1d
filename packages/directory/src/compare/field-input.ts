import type { Baseline, Known, Original } from "#/ledger/baseline.ts";
import type { Change, Policy } from "#/ledger/change.ts";
import type { FieldKind } from "#/kinds/kinds.ts";
import type { FieldKey } from "#/records/field.ts";
import type { Reading } from "#/records/reading.ts";

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
  /** The value from the creation of the record, where the index lacks it. `staged`: part of the preview only. */
  created?: { reading: Reading; staged: boolean };
  /** Every change of this field, whatever its state. */
  changes: readonly Change[];
  /** The policy that a person gave the override after its change was made. */
  policy?: Policy;
  stale?: boolean;
  /** The index lies over base, and nobody is known to have written this field, or what is written together with it. */
  followsBase?: boolean;
  /** It was told that a late request of ours may have changed the index. */
  mayBeLate?: boolean;
  region: string;
}
