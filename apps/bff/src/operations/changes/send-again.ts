import { reasonText } from "@dc/directory";
import type { Change } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { holdReason } from "#/sending/hold-reason.ts";
import { type ChangeRow, isAtRest, selectChange } from "#/store/tables/changes/changes.ts";
import { lockChangeSet } from "#/store/tables/changes/change-sets.ts";
import { isSendingStopped } from "#/store/tables/changes/alarms.ts";
import { journal } from "#/context/journal.ts";
import { annotateChange } from "#/ledger/changes.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { applyOrCheck } from "#/operations/change-sets/apply.ts";
import { endOfCheck } from "#/operations/change-sets/check.ts";
import { describeOneChange } from "#/views/describe-changes.ts";
import { copyFailed, failedWith } from "./copy-failed.ts";

/**
 * Sends a held change as an apply does, and a deferred one now. A failed one has ended, so a copy is checked and applied, with the
 * changes that failed with a creation; where what it was decided on moved, the copy waits for people.
 */
export async function sendAgain(context: RequestContext, id: string): Promise<Change> {
  const { connection, deps } = context;
  const asked = await withLedger(deps, async (ledger) => await ask(context, ledger, id));
  if (asked.held !== null) await applyOrCheck(context, asked.held.setId, { version: asked.held.version, only: [id] });
  else if (asked.copied) await endOfCheck(context, asked.change.change_set_id);
  else deps.sendingSignal.notify();
  const change = await selectChange(deps.store.db, connection.id, asked.change.id);
  if (change === undefined) throw operationError("not_found", "change");
  return await describeOneChange(deps, deps.store.db, change);
}

interface Asked {
  change: ChangeRow;
  copied: boolean;
  /** The set of a held change, which is applied anew. */
  held: { setId: string; version: number } | null;
}

async function ask(context: RequestContext, ledger: Ledger, id: string): Promise<Asked> {
  const { connection, deps } = context;
  const { trx } = ledger;
  const row = await selectChange(trx, connection.id, id);
  if (row === undefined) throw operationError("not_found", "change");
  if (row.state !== "held" && row.state !== "deferred" && row.state !== "failed")
    throw operationError("wrong_state", "send-again", { state: row.state });
  if (isAtRest(row)) throw operationError("wrong_state", "at-rest");
  if (await isSendingStopped(trx, connection.id))
    throw new OperationError("wrong_state", reasonText({ code: "sending-stopped" }));
  const changeSet = await lockChangeSet(trx, connection.id, row.change_set_id);
  if (changeSet === undefined) throw operationError("not_found", "change-set");
  if (changeSet.paused !== null && row.state !== "failed") throw operationError("wrong_state", "set-paused");
  if (changeSet.on_behalf_of !== null && row.state !== "failed") throw operationError("wrong_state", "set-waits");
  const reason = holdReason(deps, row);
  if (reason !== null) throw new OperationError("wrong_state", reasonText(reason));
  if (row.state === "held")
    return { change: row, copied: false, held: { setId: changeSet.id, version: changeSet.version } };
  const change =
    row.state === "failed"
      ? await copyFailed(context, ledger, [row, ...(await failedWith(trx, row))])
      : await annotateChange(deps, ledger, row, { try_after: deps.clock.now() });
  if (change === undefined) throw operationError("version_mismatch", "change");
  await journal(context, trx, {
    subject: change.id,
    indexId: row.index_id,
    before: { change: row.id, state: row.state },
    message: { code: "change.send-again", params: { by: context.actor.name, state: row.state } },
  });
  return { change, copied: row.state === "failed", held: null };
}
