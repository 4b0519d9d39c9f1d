import { consoleActors } from "#/context/console-actors.ts";
import { type ChangeStep, equalReadings, type Reading } from "@dc/directory";
import { InvariantError } from "#/runtime/errors.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { insertReceipt } from "#/store/tables/receipts.ts";
import type { Deps } from "#/context/deps.ts";
import { kindOf } from "#/upstream/field-reading.ts";
import { recordKnownValue } from "#/ledger/record-known-value.ts";
import { moveChange } from "#/ledger/move-change.ts";
import { type Moved, readingOf } from "./other-indices.ts";
import type { RefetchedRecord } from "#/records/refetch-record.ts";

type Read = Extract<RefetchedRecord, { outcome: "read" }>;

/** What was seen around a write, for its receipt. */
export interface WriteEvidence {
  readBack: Read;
  base: { beforeHash: string | null; afterHash: string | null; moved: Moved | null };
  sibling: { indexId: string; moved: Moved | null } | null;
  requestIds: string[];
}

/** What a change wants the record to say, of its field or of its being there. */
export function readBackOf(deps: Deps, change: ChangeRow, { raw }: Pick<Read, "raw">): Reading {
  return readingOf(deps.service.profile, change.record_type, raw, change.field);
}

export function isAsWanted(deps: Deps, change: ChangeRow, readBack: Reading, intended: Reading): boolean {
  return equalReadings(change.kind ?? "json", readBack, intended, deps.service.profile.defaultRegion);
}

/** Keeps the receipt of a change, and makes it applied where it reads as wanted. Gives whether it does. */
export async function confirmChange(
  deps: Deps,
  ledger: Ledger,
  change: ChangeRow,
  witness: WriteEvidence,
  { settledAs, step }: { settledAs: string | null; step: ChangeStep },
): Promise<boolean> {
  const { intended } = change;
  if (intended === null) throw new InvariantError(`${change.id} was sent without an intent.`);
  const readBack = readBackOf(deps, change, witness.readBack);
  const asWanted = isAsWanted(deps, change, readBack, intended);
  await insertReceipt(ledger.trx, {
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
  await raiseAlarms(deps, ledger, change, witness);
  if (!asWanted) return false;
  await recordKnownValue(deps, ledger.trx, change, readBack);
  if (change.operation.op === "create") {
    for (const field of Object.keys(change.operation.fields)) {
      const ofField = { ...change, field, kind: kindOf(deps.service.profile, change.record_type, field) ?? "json" };
      await recordKnownValue(deps, ledger.trx, ofField, readBackOf(deps, ofField, witness.readBack));
    }
  }
  await moveChange(deps, ledger, change, {
    events: [change.state === "sending" ? "confirm" : "find"],
    set: { settled_as: settledAs, ...reasonColumns(null), try_after: null, words: null },
    step,
    action: "change.applied",
    actor: consoleActors.sender,
    requestId: witness.requestIds.at(-1) ?? null,
  });
  return true;
}

/** The indices that must not move and took our value. */
export function indicesWithOurValue(
  { service }: Deps,
  { base, sibling }: Pick<WriteEvidence, "base" | "sibling">,
): string[] {
  return [
    ...(base.moved === "ours" ? [service.profile.standardIndex] : []),
    ...(sibling?.moved === "ours" ? [sibling.indexId] : []),
  ];
}

/** Why a change is not sent again by itself. */
export const takenElsewhere = { code: "taken-elsewhere" } as const;

async function raiseAlarms(deps: Deps, ledger: Ledger, change: ChangeRow, witness: WriteEvidence): Promise<void> {
  for (const indexId of indicesWithOurValue(deps, witness)) {
    await appendJournal(ledger.trx, {
      connectionId: change.connection_id,
      at: deps.clock.now(),
      actor: consoleActors.sender,
      action: "change.alarm",
      subject: change.id,
      indexId: change.index_id,
      after: { indexId, intended: change.intended },
      message: {
        code: "change.alarm",
        params: {
          index: indexId,
          sentTo: change.index_id,
          record: { type: change.record_type, id: change.record_id },
        },
      },
      requestId: null,
    });
    deps.log.error({ changeId: change.id, indexId }, "a write changed an index version that it must not change");
  }
}
