import type { ChangeSet } from "@dc/contract";
import { isLive } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { reachIn } from "#/context/reach.ts";
import { reachesIndices, reachOfConfirmers } from "#/ledger/approvals-now.ts";
import { compareGrounds, isMoved } from "#/ledger/grounds/ground.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { settleRows } from "#/operations/change-sets/settle.ts";
import { followWithdrawn, withdrawUnsent } from "#/operations/change-sets/withdraw.ts";
import { isWithdrawable, withdrawAll } from "#/operations/changes/withdraw.ts";
import { refuseIncomplete } from "#/operations/changes/missing-of-created.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import type { TakingBack } from "#/store/schema/ledger-tables.ts";
import { json } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import {
  type ChangeSetRow,
  isBusy,
  lockChangeSet,
  selectChangeSet,
  updateChangeSet,
} from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, isAtRest, selectChangesOfSet, selectWithdrawable } from "#/store/tables/changes/changes.ts";
import { selectTakenBack } from "#/store/tables/changes/approvals.ts";
import { readChangeSet } from "#/operations/change-sets/list.ts";

/** Confirms what somebody asks to be taken back. The last confirmation that is needed does it, on what can be taken back by then. */
export async function confirmTakingBack(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  const { actor, connection, deps, roles } = context;
  const before = await selectChangeSet(deps.store.db, connection.id, id);
  const reaches = await reachOfConfirmers(deps, deps.wholeStore.db, before?.taking_back ?? { confirmed: [] });
  const withdrawn = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const { row, asked, indexIds, count } = await lockAsked(context, trx, id, version);
    const mayConfirm = await reachesIndices(deps, trx, indexIds);
    if (!mayConfirm(reachIn({ roles, connection }, "approve"))) throw operationError("forbidden", "approver-settles");
    const others = asked.confirmed.filter(({ by }) => by.id !== actor.id && mayConfirm(reaches.get(by.id)));
    const confirmed = [...others, { by: actor, at: deps.clock.now().toISOString() }];
    const { required } = await selectApprovalSettings(trx, connection.id);
    await journal(context, trx, {
      subject: id,
      indexId: row.index_id,
      message: { code: "change-set.confirm-taking-back", params: { by: actor.name, count } },
    });
    const isEnough = confirmed.length >= required;
    const kept = await updateChangeSet(trx, row, { taking_back: isEnough ? null : json({ ...asked, confirmed }) });
    if (kept === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
    return isEnough ? await takeBack(context, ledger, kept, asked) : 0;
  });
  if (withdrawn > 0) await followWithdrawn(deps, id, withdrawn);
  deps.sendingSignal.notify();
  return await readChangeSet(context, id);
}

/** Drops what somebody asks to be taken back: whoever asked, or somebody who may approve. */
export async function dropTakingBack(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  const { actor, connection, deps, personId, roles } = context;
  await withLedger(deps, async ({ trx }) => {
    const { row, asked, indexIds, count } = await lockAsked(context, trx, id, version);
    const mayApprove = await reachesIndices(deps, trx, indexIds);
    const isOwn = asked.by.id === personId;
    if (actor.kind === "token" || !(isOwn || mayApprove(reachIn({ roles, connection }, "approve"))))
      throw operationError("forbidden", "asked-by-another");
    await journal(context, trx, {
      subject: id,
      indexId: row.index_id,
      message: { code: "change-set.drop-taking-back", params: { by: actor.name, count } },
    });
    if ((await updateChangeSet(trx, row, { taking_back: null })) === undefined)
      throw new InvariantError("A change set that was locked was changed by somebody else.");
  });
  return await readChangeSet(context, id);
}

async function lockAsked(
  { connection }: RequestContext,
  trx: Transaction,
  id: string,
  version: number,
): Promise<{ row: ChangeSetRow; asked: TakingBack; indexIds: string[]; count: number }> {
  const row = await lockChangeSet(trx, connection.id, id);
  if (row === undefined) throw operationError("not_found", "change-set");
  if (isBusy(row)) throw operationError("in_progress", "change-set");
  if (row.version !== version) throw operationError("version_mismatch", "change-set");
  const taken = await selectTakenBack(trx, [id]);
  if (row.taking_back === null || taken.length === 0) throw operationError("wrong_state", "nothing-taken-back");
  const count = taken.reduce((sum, { changes }) => sum + changes, 0);
  return { row, asked: row.taking_back, indexIds: taken.map(({ index_id: indexId }) => indexId), count };
}

/** Returns how many changes follow the row of the set. */
async function takeBack(
  context: RequestContext,
  ledger: Ledger,
  row: ChangeSetRow,
  asked: TakingBack,
): Promise<number> {
  const { as, changeIds, keepsHeld, reason } = asked;
  const { trx } = ledger;
  if (changeIds === null) {
    const open = await selectWithdrawable(trx, { changeSetId: row.id, keepsHeld });
    return await withdrawUnsent(context, ledger, row, { reason, keepsHeld, open });
  }
  const named = new Set(changeIds);
  const changes = (await selectChangesOfSet(trx, row.id)).filter((change) => named.has(change.id) && isLive(change));
  if (as !== "withdraw") {
    const resting = changes.filter(isAtRest);
    await refuseMovedAgain(context, trx, resting, asked);
    await settleRows(context, ledger, { row, changes: resting, as, reason });
    return 0;
  }
  const withdrawn = await withdrawAll(context, ledger, changes.filter(isWithdrawable).toReversed(), reason);
  await refuseIncomplete(context, trx, withdrawn, "Taking this back");
  return 0;
}

/** Refuses what is not any more as whoever asked saw it. */
async function refuseMovedAgain(
  { deps }: RequestContext,
  trx: Transaction,
  changes: readonly ChangeRow[],
  { asSeen }: TakingBack,
): Promise<void> {
  const rows = changes.map((change) => ({ ...change, ground: asSeen[change.id] ?? change.ground }));
  const { byId } = await compareGrounds(deps, trx, rows);
  if ([...byId.values()].some(isMoved)) throw operationError("wrong_state", "moved-since-asked");
}
