import type { Operation } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { liesOverBase } from "#/upstream/records/write-unit.ts";

export interface RecordCalls {
  reads: number;
  writes: number;
  /** Of the first record of an index version, for each sibling. */
  siblingReads: number;
}

/**
 * The calls that `sendRecord` and `sendCreation` make for a record with these operations, where nothing moved and every call is
 * answered: index and base before the write, the write, and both again after it.
 */
export function callsOfRecord({ service: { profile } }: Deps, operations: readonly Operation["op"][]): RecordCalls {
  const isOverlay = liesOverBase(profile);
  const isCreated = operations.includes("create");
  const before = isCreated ? 0 : isOverlay ? 3 : 2;
  if (!isOverlay && operations.every((op) => op === "pinValue")) return { reads: before, writes: 0, siblingReads: 0 };
  return { reads: before + 2, writes: 1, siblingReads: isCreated ? 1 : 2 };
}
