import type { ChangeSet } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import { WRITTEN_AT_ONCE } from "#/runtime/in-steps.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { goBack, goBackInSteps } from "#/ledger/go-back.ts";
import { queueAll, queueInSteps } from "#/ledger/queue-changes.ts";
import { actAll, actInSteps } from "#/ledger/set-acts.ts";
import { type ChangeSetRow, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { withoutCheckLease } from "#/store/tables/changes/change-set-leases.ts";
import { countWaiting } from "#/store/tables/changes/changes.ts";
import { readChangeSet } from "./list.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";

/**
 * Cancels a check, which leaves the set as it was. Stops applied changes before they are sent: within the time to undo, the set is approved again, or a draft where nobody had approved it. What was held
 * before is held again.
 */
export async function undoChangeSet(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  const { actor, deps, requestId } = context;
  const now = deps.clock.now();
  await queueInSteps(deps, id);
  await actInSteps(deps, id);
  await withLedger(deps, async (ledger) => {
    const row = await lockAtVersion(context, ledger.trx, id, version, { evenChecking: true });
    if (row.checking !== null) return await cancelCheck(context, ledger, row);
    await queueAll(deps, ledger, id);
    await actAll(deps, ledger, id);
    const waiting = await countWaiting(ledger.trx, row, WRITTEN_AT_ONCE + 1);
    const isTooLate = row.send_after === null || row.send_after <= now || waiting.queued + waiting.released === 0;
    if (isTooLate) throw operationError("wrong_state", "undo-too-late");
    const told = { actor, requestId, step: "undone" } as const;
    await goBack(deps, ledger, { row, ...waiting }, told);
  });
  await goBackInSteps(deps, id);
  return await readChangeSet(context, id);
}

/** The set is as it was; a check that is under way loses its lease. */
async function cancelCheck(context: RequestContext, { trx }: Ledger, row: ChangeSetRow): Promise<void> {
  const message = { code: "change-set.cancel-check", params: { by: context.actor.name } } as const;
  await journal(context, trx, { subject: row.id, indexId: row.index_id, message });
  const ended = { checking: null, paused: null, ...withoutCheckLease(row) };
  if ((await updateChangeSet(trx, row, ended)) === undefined)
    throw new InvariantError("A change set that was locked was changed by somebody else.");
}
