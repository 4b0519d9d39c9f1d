import { reasonText } from "@dc/directory";
import type { Change } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { holdReason } from "#/sending/hold-reason.ts";
import { type ChangeRow, isAtRest, selectChange, selectChangesOnRecords } from "#/store/tables/changes/changes.ts";
import { lockChangeSet } from "#/store/tables/changes/change-sets.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";

import { readGrounds } from "./read-grounds.ts";
import { isSendingStopped } from "#/store/tables/changes/alarms.ts";
import { journal } from "#/context/journal.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { annotateChange } from "#/ledger/changes.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { copyQueued } from "./copy-queued.ts";
import { releaseHeld } from "./release-held.ts";
import { describeOneChange } from "#/views/describe-changes.ts";

/**
 * Sends a held change as an apply does, and a deferred one now. A failed one has ended, so a copy is applied, with the changes that
 * failed with a creation.
 */
export async function sendAgain(context: RequestContext, id: string): Promise<Change> {
  const { actor, connection, deps } = context;
  const failed = await selectChange(deps.store.db, connection.id, id);
  if (failed?.state === "failed") await readGrounds(deps, [failed], 0);
  const change = await withLedger(deps, async (ledger) => {
    const row = await selectChange(ledger.trx, connection.id, id);
    if (row === undefined) throw operationError("not_found", "change");
    if (row.state !== "held" && row.state !== "deferred" && row.state !== "failed")
      throw operationError("wrong_state", "send-again", { state: row.state });
    if (isAtRest(row)) throw operationError("wrong_state", "at-rest");
    if (await isSendingStopped(ledger.trx, connection.id))
      throw new OperationError("wrong_state", reasonText({ code: "sending-stopped" }));
    const changeSet = await lockChangeSet(ledger.trx, connection.id, row.change_set_id);
    if (changeSet === undefined) throw operationError("not_found", "change-set");
    if (changeSet.paused !== null && row.state !== "failed") throw operationError("wrong_state", "set-paused");
    if (changeSet.on_behalf_of !== null && row.state !== "failed") throw operationError("wrong_state", "set-waits");
    const reason = holdReason(deps, row);
    if (reason !== null) throw new OperationError("wrong_state", reasonText(reason));
    const [asked] =
      row.state === "failed"
        ? await copyQueued(context, ledger, [row, ...(await failedWith(ledger.trx, row))])
        : row.state === "held"
          ? (await releaseHeld(context, ledger, changeSet, [row])).changes
          : [await annotateChange(deps, ledger, row, { try_after: deps.clock.now() })];
    if (asked === undefined) throw operationError("version_mismatch", "change");
    await journal(context, ledger.trx, {
      subject: asked.id,
      indexId: row.index_id,
      before: { change: row.id, state: row.state },
      message: { code: "change.send-again", params: { by: actor.name, state: row.state } },
    });
    return await describeOneChange(deps, ledger.trx, asked);
  });
  deps.sendingSignal.notify();
  return change;
}

/** The changes that failed together with the creation of a record; empty for any other change. */
export async function failedWith(trx: Transaction, row: ChangeRow): Promise<ChangeRow[]> {
  if (row.operation.op !== "create") return [];
  const record = { type: row.record_type, id: row.record_id };
  const place = { connectionId: row.connection_id, indexId: row.index_id, records: [record] };
  const standing = await selectChangesOnRecords(trx, place);
  if (!isProvisional(record) || standing.some(({ operation }) => operation.op === "create"))
    throw operationError("already_exists", "creation-request");
  const failed = await selectChangesOnRecords(trx, { ...place, states: ["failed"] });
  return failed.filter(({ id, change_set_id }) => id !== row.id && change_set_id === row.change_set_id);
}
