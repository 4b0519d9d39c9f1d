import { consoleActors } from "#/context/console-actors.ts";
import { type ChangeStep, equalReadings, type Reading } from "@dc/directory";
import { InvariantError } from "#/runtime/errors.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { insertReceipts } from "#/store/tables/changes/receipts.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { Deps } from "#/context/deps.ts";
import { kindOf } from "#/upstream/records/field-reading.ts";
import { type ReadBack, recordKnownValues } from "#/ledger/record-known-values.ts";
import { moveChanges } from "#/ledger/move-change.ts";
import { type IndexMovement, readingOf } from "./other-indices.ts";
import type { RefetchedRecord } from "#/records/refetch-record.ts";

type Read = Extract<RefetchedRecord, { outcome: "read" }>;

/** What was read around a write, for its receipt. */
export interface WriteEvidence {
  /** All that the record said just before the write; null where that is not known. */
  beforeHash: string | null;
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

/** A sent change, what was read around its write, and as what it becomes applied. */
export interface Confirmation {
  change: ChangeRow;
  witness: WriteEvidence;
  settledAs: string | null;
  step: ChangeStep;
}

/** Makes changes applied that read as wanted, and stores their receipts. Answers those that read otherwise. */
export async function confirmChanges<Given extends Confirmation>(
  deps: Deps,
  ledger: Ledger,
  confirmations: readonly Given[],
): Promise<Given[]> {
  const receipts = await recordReceipts(deps, ledger.trx, confirmations);
  const wanted = confirmations.flatMap((confirmation, index) =>
    receipts[index]?.asWanted === true ? [confirmation] : [],
  );
  await recordKnownValues(
    deps,
    ledger.trx,
    wanted.flatMap((confirmation) => readBacksOf(deps, confirmation)),
  );
  await moveChanges(
    deps,
    ledger,
    wanted.map(({ change, witness, settledAs, step }) => ({
      row: change,
      move: {
        events: [change.state === "sending" ? "confirm" : "find"],
        set: { settled_as: settledAs, ...reasonColumns(null), try_after: null, words: null },
        step,
        actor: consoleActors.sender,
        requestId: witness.requestIds.at(-1) ?? null,
      },
    })),
  );
  const done = new Set(wanted);
  return confirmations.filter((confirmation) => !done.has(confirmation));
}

/** Stores what was read around the writes of changes, and returns whether each reads as wanted. */
export async function recordReceipts(
  deps: Deps,
  trx: Transaction,
  sent: readonly Pick<Confirmation, "change" | "witness">[],
): Promise<{ asWanted: boolean }[]> {
  const rows = sent.map(({ change, witness }) => {
    const { intended } = change;
    if (intended === null) throw new InvariantError(`${change.id} was sent without an intent.`);
    const readBack = readBackOf(deps, change, witness.readBack);
    return {
      id: deps.newId("rcp"),
      connection_id: change.connection_id,
      change_id: change.id,
      at: deps.clock.now(),
      intended: json(intended),
      read_back: jsonOrNull(readBack),
      as_wanted: isAsWanted(deps, change, readBack, intended),
      index_before_hash: witness.beforeHash,
      index_after_hash: witness.readBack.contentHash,
      base_before_hash: witness.base.beforeHash,
      base_after_hash: witness.base.moved === null ? null : (witness.base.afterHash ?? "missing"),
      base_moved: witness.base.moved ?? "none",
      sibling_index_id: witness.sibling?.indexId ?? null,
      sibling_moved: witness.sibling?.moved ?? null,
      request_ids: json(witness.requestIds),
    };
  });
  await insertReceipts(trx, rows);
  return rows.map((row) => ({ asWanted: row.as_wanted }));
}

/** What was read back for the field, or for every field of a created record. */
export function readBacksOf(deps: Deps, { change, witness }: Pick<Confirmation, "change" | "witness">): ReadBack[] {
  const { operation } = change;
  const fields = operation.op === "create" ? Object.keys(operation.fields) : [];
  const ofFields = fields.map((field) => ({
    ...change,
    field,
    kind: kindOf(deps.service.profile, change.record_type, field) ?? "json",
  }));
  return [change, ...ofFields].map((of) => ({ change: of, readBack: readBackOf(deps, of, witness.readBack) }));
}
