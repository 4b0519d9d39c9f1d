import { compareNames, type ChangeReason } from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import type { Deps } from "#/context/deps.ts";
import { InvariantError } from "#/runtime/errors.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { deleteApprovalsOf, selectSetsInReviewBy } from "#/store/tables/changes/approvals.ts";
import { type ChangeSetRow, lockChangeSet, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import { type ApprovalsNow, approvalsNow } from "./approvals-now.ts";
import { moveStaged } from "./changes.ts";
import { enoughApprovals } from "./enough-approvals.ts";
import { SupersededError } from "./move-change.ts";
import { type Ledger, withLedger } from "./with-ledger.ts";

/**
 * Deletes the approvals that do not count any more, so that they do not come back with their giver's role, and puts approved
 * changes that are left short back into review. Returns how many there were.
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
  if (ended.length === 0) return 0;
  for (const [personId, given] of Map.groupBy(ended, (approval) => approval.person_id))
    await deleteApprovalsOf(
      trx,
      personId,
      given.map(({ change_id: id }) => id),
    );
  const enough = enoughApprovals(await selectApprovalSettings(trx, deps.connection.id), counting);
  const short = open.filter((change) => change.state === "approved" && !enough(change));
  const people = [...new Set(ended.map(({ given_by: { name } }) => name))].toSorted(compareNames);
  const reason: ChangeReason = { code: "approval-lapsed", params: { people } };
  if (!(await moveStaged(deps, ledger, short, ["lapse"], reason)))
    throw new SupersededError("Some of the changes were changed in the meantime.");
  await appendJournal(trx, {
    connectionId: deps.connection.id,
    at: deps.clock.now(),
    actor: consoleActors.approvals,
    subject: row.id,
    indexId: row.index_id,
    message: { code: "change-set.lapse", params: { people, count: short.length } },
    requestId: null,
  });
  if ((await updateChangeSet(trx, row, {})) === undefined)
    throw new InvariantError("A change set that was locked was changed by somebody else.");
  return short.length;
}

/** What somebody approved who may approve less now, in every connection. */
export async function lapseApprovalsOf(connections: readonly Deps[], personId: string): Promise<void> {
  for (const deps of connections) {
    const { id: connectionId } = deps.connection;
    for (const changeSetId of await selectSetsInReviewBy(deps.wholeStore.db, { connectionId, personId })) {
      await withLedger(deps, async (ledger) => {
        const row = await lockChangeSet(ledger.trx, connectionId, changeSetId);
        if (row !== undefined)
          await returnToReview(deps, ledger, row, await approvalsNow(deps, ledger.trx, changeSetId));
      });
    }
  }
}
