import { compareNames, type ChangeReason } from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import type { Deps } from "#/context/deps.ts";
import { InvariantError, SupersededError } from "#/runtime/errors.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import {
  deleteApprovalsOf,
  selectSetsInReviewBy,
  selectSetsTakenBackBy,
  selectTakenBack,
} from "#/store/tables/changes/approvals.ts";
import { type ChangeSetRow, lockChangeSet, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectChangesOfSet, selectWaiting, type WaitingColumns } from "#/store/tables/changes/changes.ts";
import { json } from "#/store/sql/json.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import {
  type ApprovalsNow,
  approvalsNow,
  reachesIndices,
  reachOfConfirmers,
  enoughApprovals,
} from "./approvals-now.ts";
import { moveStaged } from "./changes.ts";
import { goBack, goBackInSteps, type Waiting, waitingIn } from "./go-back.ts";
import { queueAll, queueInSteps } from "./queue-changes.ts";
import { actAll, actInSteps } from "./set-acts.ts";
import { type Ledger, withLedger } from "./with-ledger.ts";

/**
 * Deletes the approvals that do not count any more, so that they do not come back with their giver's role, and puts approved
 * changes that are short of approvals, also since the connection requires more, back into review. Returns how many there were.
 */
export async function returnToReview(
  deps: Deps,
  ledger: Ledger,
  row: ChangeSetRow,
  { counting, lapsed }: ApprovalsNow,
): Promise<number> {
  const { trx } = ledger;
  const open = (await selectChangesOfSet(trx, row.id)).filter(
    ({ state }) => state === "in review" || state === "approved",
  );
  const ids = new Set(open.map(({ id }) => id));
  const ended = lapsed.filter(({ change_id: id }) => ids.has(id));
  const settings = await selectApprovalSettings(trx, deps.connection.id);
  const enough = enoughApprovals(settings, counting);
  const short = open.filter((change) => change.state === "approved" && !enough(change));
  if (ended.length === 0 && (short.length === 0 || settings.required === 0)) return 0;
  for (const [personId, given] of Map.groupBy(ended, (approval) => approval.person_id))
    await deleteApprovalsOf(
      trx,
      personId,
      given.map(({ change_id: id }) => id),
    );
  const reason = lapsedReason({ lapsed: ended });
  if (!(await moveStaged(deps, ledger, short, ["lapse"], reason)))
    throw new SupersededError("Some of the changes were changed in the meantime.");
  await appendJournal(trx, {
    connectionId: deps.connection.id,
    at: deps.clock.now(),
    actor: consoleActors.approvals,
    subject: row.id,
    indexId: row.index_id,
    message: { code: "change-set.lapse", params: { ...reason.params, count: short.length } },
    requestId: null,
  });
  if ((await updateChangeSet(trx, row, {})) === undefined)
    throw new InvariantError("A change set that was locked was changed by somebody else.");
  return short.length;
}

export function lapsedReason({ lapsed }: Pick<ApprovalsNow, "lapsed">) {
  const people = [...new Set(lapsed.map(({ given_by: { name } }) => name))].toSorted(compareNames);
  return { code: "approval-lapsed", params: { people } } as const satisfies ChangeReason;
}

/** Takes back what waits for the end of its five seconds, as undo does, and says why. */
export async function goBackToReview(
  deps: Deps,
  ledger: Ledger,
  {
    row,
    waiting,
    approvals,
    why,
  }: { row: ChangeSetRow; waiting: Waiting<WaitingColumns>; approvals: ApprovalsNow; why: ChangeReason },
): Promise<void> {
  const told = { actor: consoleActors.sender, requestId: null } as const;
  // Those that are short of approvals then are led on from there.
  const now = approvals.lapsed.length > 0;
  const [queued, released] = [waiting.queued.length, waiting.released.length];
  const back = await goBack(deps, ledger, { row, queued, released }, { ...told, step: "went-back", why, now });
  await appendJournal(ledger.trx, {
    ...told,
    connectionId: deps.connection.id,
    at: deps.clock.now(),
    subject: row.id,
    indexId: row.index_id,
    message: { code: "change-set.go-back", params: { count: queued + released } },
    why,
  });
  if (now) await returnToReview(deps, ledger, back, approvals);
}

/** What somebody approved who may approve less now, in every connection; what is short of approvals goes back at once. */
export async function lapseApprovalsOf(connections: readonly Deps[], personId: string): Promise<void> {
  for (const deps of connections) {
    await lapseConfirmationsOf(deps, personId);
    const { id: connectionId } = deps.connection;
    for (const changeSetId of await selectSetsInReviewBy(deps.wholeStore.db, { connectionId, personId })) {
      await queueInSteps(deps, changeSetId);
      await goBackInSteps(deps, changeSetId);
      await actInSteps(deps, changeSetId);
      await withLedger(deps, async (ledger) => {
        const row = await lockChangeSet(ledger.trx, connectionId, changeSetId);
        if (row === undefined) return;
        const approvals = await approvalsNow(deps, ledger.trx, changeSetId);
        if (row.on_behalf_of === null) {
          await returnToReview(deps, ledger, row, approvals);
          return;
        }
        await queueAll(deps, ledger, changeSetId);
        await actAll(deps, ledger, changeSetId);
        const waiting = waitingIn(row, await selectWaiting(ledger.trx, changeSetId));
        const settings = await selectApprovalSettings(ledger.trx, connectionId);
        if (settings.required > 0 && !waiting.queued.every(enoughApprovals(settings, approvals.counting)))
          await goBackToReview(deps, ledger, { row, waiting, approvals, why: lapsedReason(approvals) });
      });
      await goBackInSteps(deps, changeSetId);
    }
  }
}

/** Drops what somebody confirmed who may not approve it any more, so that it does not come back with their role. */
async function lapseConfirmationsOf(deps: Deps, personId: string): Promise<void> {
  const { id: connectionId } = deps.connection;
  for (const id of await selectSetsTakenBackBy(deps.wholeStore.db, { connectionId, personId }))
    await withLedger(deps, async ({ trx }) => {
      const row = await lockChangeSet(trx, connectionId, id);
      if (row?.taking_back == null) return;
      const reaches = await reachOfConfirmers(deps, trx, row.taking_back);
      const indexIds = (await selectTakenBack(trx, [id])).map(({ index_id: indexId }) => indexId);
      const mayConfirm = await reachesIndices(deps, trx, indexIds);
      const confirmed = row.taking_back.confirmed.filter(
        ({ by }) => by.id !== personId || mayConfirm(reaches.get(by.id)),
      );
      if (confirmed.length < row.taking_back.confirmed.length)
        await updateChangeSet(trx, row, { taking_back: json({ ...row.taking_back, confirmed }) });
    });
}
