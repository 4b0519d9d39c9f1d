import type { ChangeSet } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { goBack, waitingIn } from "#/ledger/go-back.ts";
import { selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";

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
    const waiting = waitingIn(row, changes);
    const count = waiting.queued.length + waiting.released.length;
    const isTooLate = row.send_after === null || row.send_after <= now || count === 0;
    if (isTooLate) throw operationError("wrong_state", "undo-too-late");
    const told = { actor, requestId, step: "undone" } as const;
    const undone = await goBack(deps, ledger, { row, ...waiting }, told);
    return await describeChangeSet(deps, ledger.trx, undone);
  });
}
