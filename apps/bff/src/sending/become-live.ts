import type { Deps } from "#/context/deps.ts";
import { reachNow } from "#/context/rights-now.ts";
import { approvalsNow, enoughApprovals } from "#/ledger/approvals-now.ts";
import { type ComparedAhead, compareAgainUnread, compareAhead, confirmAhead } from "#/ledger/grounds/compare-ahead.ts";
import { goBackSome, type Waiting, waitingIn } from "#/ledger/go-back.ts";
import { followLive } from "#/ledger/move-change.ts";
import { queueAll, queueSome } from "#/ledger/queue-changes.ts";
import { actAll, actSome, type KnownActs } from "#/ledger/set-acts.ts";
import { goBackToReview, lapsedReason } from "#/ledger/return-to-review.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { CLOCK_SET_BACK_MS } from "#/store/tables/changes/change-set-leases.ts";
import { type ChangeSetRow, lockChangeSet, markLive, selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectWaiting, type WaitingColumns } from "#/store/tables/changes/changes.ts";
import { isAsRead } from "#/store/tables/changes/read-ahead.ts";
import { selectReferrersOfIndices } from "#/store/tables/directories/index-versions.ts";
import type { ChangeReason } from "@dc/directory";
import { inLeasedSteps, underLease } from "./lease.ts";
import type { Sending } from "./sending.ts";

/** Judges a set at the end of its five seconds, once; what is live reads as deferred from then on. */
export async function becomeLiveWhenDue({ deps, lease }: Sending): Promise<void> {
  const row = await selectChangeSet(deps.store.db, deps.connection.id, lease.id);
  if (row?.queueing != null)
    await inLeasedSteps(deps, lease, async (ledger) => await queueSome(deps, ledger, lease.id));
  const acts: KnownActs = new Map();
  if (row?.act != null)
    await inLeasedSteps(deps, lease, async (ledger) => await actSome(deps, ledger, lease.id, { acts }));
  const isDue = row?.on_behalf_of != null && isOver(deps, row.send_after);
  if (isDue) {
    const ahead = await compareWaiting(deps, lease.id);
    await underLease(deps, lease, async (ledger) => await becomeLive(deps, ledger, lease.id, ahead));
  }
  if (isDue || row?.going_back != null)
    await inLeasedSteps(deps, lease, async (ledger) => await goBackSome(deps, ledger, lease.id));
  await followInSteps({ deps, lease });
}

/** Whether the five seconds that end then are over; the machine's clock may have been set back meanwhile. */
function isOver({ clock, undoMs }: Deps, sendAfter: Date | null): boolean {
  const leftMs = sendAfter === null ? null : sendAfter.getTime() - clock.now().getTime();
  return leftMs !== null && (leftMs <= 0 || leftMs > undoMs + CLOCK_SET_BACK_MS);
}

/** Lets the rows of what is live follow in steps between which others have their turn; a later start goes on. */
export async function followInSteps({ deps, lease }: Pick<Sending, "deps" | "lease">): Promise<void> {
  const of = { changeSetId: lease.id };
  await inLeasedSteps(deps, lease, async (ledger) => await followLive(deps, ledger, of));
}

/** Compares what of a set waits for the end of its five seconds, before the transaction that lets it become live. */
export async function compareWaiting(deps: Deps, changeSetId: string): Promise<ComparedAhead | null> {
  const row = await selectChangeSet(deps.store.db, deps.connection.id, changeSetId);
  if (row?.on_behalf_of == null) return null;
  const ahead = await compareAhead(deps, changeSetId, (changes) => {
    const { queued, released } = waitingIn(row, changes);
    return [...queued, ...released];
  });
  return await confirmAhead(deps, ahead);
}

/**
 * The end of the five seconds is the act: whoever applied must still be allowed to, and the approvals must count. Otherwise the
 * whole set goes back as by undo. Once it is live it goes on, whoever leaves.
 */
export async function becomeLive(
  deps: Deps,
  ledger: Ledger,
  changeSetId: string,
  ahead: ComparedAhead | null,
): Promise<void> {
  const { trx } = ledger;
  await queueAll(deps, ledger, changeSetId);
  await actAll(deps, ledger, changeSetId);
  const row = await lockChangeSet(trx, deps.connection.id, changeSetId);
  if (row?.on_behalf_of == null) return;
  const isRead = ahead !== null && (await isAsRead(trx, ahead.read));
  const waiting = waitingIn<WaitingColumns>(row, isRead ? ahead.read.rows : await selectWaiting(trx, changeSetId));
  const approvals = await approvalsNow(deps, trx, changeSetId);
  const settings = await selectApprovalSettings(trx, deps.connection.id);
  const enough = enoughApprovals(settings, approvals.counting);
  const isShort = settings.required > 0 && !waiting.queued.every(enough);
  const why: ChangeReason | null = !(await mayStillApply(deps, ledger, { row, ...waiting }))
    ? { code: "may-not-apply", params: { by: row.on_behalf_of.name } }
    : isShort
      ? lapsedReason(approvals)
      : (await hasMoved(deps, ledger, waiting, ahead))
        ? { code: "moved-before-live" }
        : null;
  if (why === null) {
    await markLive(trx, changeSetId);
    for (const change of waiting.queued) ledger.markServed(change.index_id, recordOf(change));
    return;
  }
  await goBackToReview(deps, ledger, { row, waiting, approvals, why });
}

/** Whether what the directory says without this set moved since it was applied. What the service says is read before each write. */
async function hasMoved(
  deps: Deps,
  { trx }: Ledger,
  { queued, released }: Waiting<WaitingColumns>,
  ahead: ComparedAhead | null,
): Promise<boolean> {
  const compared = await compareAgainUnread(deps, trx, [...queued, ...released], ahead);
  return compared.some(({ moved }) => moved.effective);
}

/** Whether whoever applied may do so now in each of the directories. */
async function mayStillApply(
  deps: Deps,
  { trx }: Ledger,
  { row, queued, released }: Waiting<WaitingColumns> & { row: ChangeSetRow },
): Promise<boolean> {
  if (row.on_behalf_of === null) return true;
  const reach = await reachNow(deps, trx, row.on_behalf_of, "apply");
  if (reach === "all") return true;
  const indexIds = [...queued, ...released].map((change) => change.index_id);
  const referrers = await selectReferrersOfIndices(trx, deps.connection.id, indexIds);
  return indexIds.every((id) => reach.includes(referrers.get(id) ?? ""));
}
