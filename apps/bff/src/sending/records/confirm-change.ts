import { consoleActors } from "#/context/console-actors.ts";
import { type ChangeStep, equalReadings, type Reading } from "@dc/directory";
import { InvariantError } from "#/runtime/errors.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { insertReceipt } from "#/store/tables/changes/receipts.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { Deps } from "#/context/deps.ts";
import { kindOf } from "#/upstream/records/field-reading.ts";
import { recordKnownValue } from "#/ledger/record-known-value.ts";
import { moveChange } from "#/ledger/move-change.ts";
import { type IndexMovement, readingOf } from "./other-indices.ts";
import type { RefetchedRecord } from "#/records/refetch-record.ts";

type Read = Extract<RefetchedRecord, { outcome: "read" }>;

/** What was read around a write, for its receipt. */
export interface WriteEvidence {
  readBack: Read;
  base: {
    before: RefetchedRecord | null;
    beforeHash: string | null;
    afterHash: string | null;
    moved: IndexMovement | null;
  };
  sibling: { indexId: string; moved: IndexMovement | null } | null;
  requestIds: string[];
}

/** What a change compares in the record that is read back: its field, or whether the record exists. */
export function readBackOf(deps: Deps, change: ChangeRow, { raw }: Pick<Read, "raw">): Reading {
  return readingOf(deps.service.profile, change.record_type, raw, change.field);
}

export function isAsWanted(deps: Deps, change: ChangeRow, readBack: Reading, intended: Reading): boolean {
  return equalReadings(change.kind ?? "json", readBack, intended, deps.service.profile.defaultRegion);
}

/** Makes a change applied if it reads as wanted, and stores its receipt. Returns whether it does. */
export async function confirmChange(
  deps: Deps,
  ledger: Ledger,
  change: ChangeRow,
  witness: WriteEvidence,
  { settledAs, step }: { settledAs: string | null; step: ChangeStep },
): Promise<boolean> {
  const { readBack, asWanted } = await recordReceipt(deps, ledger.trx, change, witness);
  if (!asWanted) return false;
  await recordKnownValues(deps, ledger.trx, change, { readBack, record: witness.readBack });
  await moveChange(deps, ledger, change, {
    events: [change.state === "sending" ? "confirm" : "find"],
    set: { settled_as: settledAs, ...reasonColumns(null), try_after: null, words: null },
    step,
    actor: consoleActors.sender,
    requestId: witness.requestIds.at(-1) ?? null,
  });
  return true;
}

/** Stores what was read around the write of a change, and returns whether it reads as wanted. */
export async function recordReceipt(
  deps: Deps,
  trx: Transaction,
  change: ChangeRow,
  witness: WriteEvidence,
): Promise<{ readBack: Reading; asWanted: boolean }> {
  const { intended } = change;
  if (intended === null) throw new InvariantError(`${change.id} was sent without an intent.`);
  const readBack = readBackOf(deps, change, witness.readBack);
  const asWanted = isAsWanted(deps, change, readBack, intended);
  await insertReceipt(trx, {
    id: deps.newId("rcp"),
    connection_id: change.connection_id,
    change_id: change.id,
    at: deps.clock.now(),
    intended: json(intended),
    read_back: jsonOrNull(readBack),
    as_wanted: asWanted,
    base_before_hash: witness.base.beforeHash,
    base_after_hash: witness.base.moved === null ? null : (witness.base.afterHash ?? "missing"),
    base_moved: witness.base.moved ?? "none",
    sibling_index_id: witness.sibling?.indexId ?? null,
    sibling_moved: witness.sibling?.moved ?? null,
    request_ids: json(witness.requestIds),
  });
  return { readBack, asWanted };
}

/** Sets K to the value read back, for the field or for every field of a created record. */
export async function recordKnownValues(
  deps: Deps,
  trx: Transaction,
  change: ChangeRow,
  { readBack, record }: { readBack: Reading; record: Read },
): Promise<void> {
  await recordKnownValue(deps, trx, change, readBack);
  if (change.operation.op !== "create") return;
  for (const field of Object.keys(change.operation.fields)) {
    const ofField = { ...change, field, kind: kindOf(deps.service.profile, change.record_type, field) ?? "json" };
    await recordKnownValue(deps, trx, ofField, readBackOf(deps, ofField, record));
  }
}
