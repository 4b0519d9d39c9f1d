import type { ChangeSet } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { restoreBaseline } from "#/ledger/move-baseline.ts";
import { moveChange } from "#/ledger/move-change.ts";
import { reasonColumns, selectChangesOfSet } from "#/store/tables/changes.ts";
import { selectApprovals } from "#/store/tables/approvals.ts";
import { updateChangeSet } from "#/store/tables/change-sets.ts";
import { describeChangeSet } from "#/operations/change-sets/internal/describe-change-sets.ts";
import { lockAtVersion } from "#/operations/change-sets/internal/lock-at-version.ts";

/**
 * Stops applied changes before they are sent: within the time to undo, the set is approved again, or a draft where nobody had approved it. What was held
 * before is held again.
 */
export async function undoChangeSet(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  const { actor, deps, requestId } = context;
  return await withLedger(deps, async (ledger) => {
    const row = await lockAtVersion(context, ledger.trx, id, version);
    const now = deps.clock.now();
    const changes = await selectChangesOfSet(ledger.trx, id);
    const queued = changes.filter(({ state }) => state === "queued");
    const released = changes.filter((change) => change.state === "deferred" && isAt(change.try_after, row.send_after));
    const isTooLate = row.send_after === null || row.send_after <= now || queued.length + released.length === 0;
    if (isTooLate)
      throw new OperationError(
        "wrong_state",
        "It is too late to undo: the change set is already being sent, or it was not waiting to be sent.",
      );
    const approved = new Set((await selectApprovals(ledger.trx, [id])).map((approval) => approval.change_id));
    for (const change of queued.toReversed()) {
      await restoreBaseline(deps, ledger.trx, change);
      await moveChange(deps, ledger, change, {
        events: approved.has(change.id) ? ["undo"] : ["undo", "reopen"],
        set: { approval_order: null, baseline_before: null },
        step: "undone",
        action: "change.undo",
        actor,
        requestId,
      });
    }
    for (const change of released)
      await moveChange(deps, ledger, change, {
        events: ["hold"],
        set: { ...reasonColumns({ code: "sending-undone" }), try_after: null },
        step: "undone",
        action: "change.undo",
        actor,
        requestId,
      });
    const ended = queued.length > 0 ? { applied_by: null, applied_at: null, send_after: null } : { send_after: null };
    const undone = await updateChangeSet(ledger.trx, row, ended);
    return await describeChangeSet(deps, ledger.trx, undone ?? row);
  });
}

function isAt(one: Date | null, other: Date | null): boolean {
  return one !== null && one.getTime() === other?.getTime();
}
