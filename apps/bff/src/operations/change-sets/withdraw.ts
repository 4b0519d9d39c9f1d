import type { ChangeSet, WithdrawChangeSetInput } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { refuseTakingBack } from "#/operations/changes/withdraw.ts";
import { takeChangeSet } from "#/sending/lease.ts";
import { withdrawInSteps } from "#/sending/withdraw-in-steps.ts";
import { endLease } from "#/store/lease.ts";
import { json } from "#/store/sql/json.ts";
import { selectChangeSet, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectWithdrawable } from "#/store/tables/changes/changes.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";

/** The rows of so many changes follow before the request is answered; those of more while the sender runs. */
const WITHIN_REQUEST = 200;
const LEASE_MS = 60_000;

/**
 * Withdraws the changes of the set that were never sent, but for held ones where they are kept: one row ends them for readers and takes the set from whoever sends it,
 * and the rows of the changes follow in steps.
 */
export async function withdrawChangeSet(
  context: RequestContext,
  id: string,
  { version, reason: given, keepsHeld = false }: WithdrawChangeSetInput,
): Promise<ChangeSet> {
  const { actor, connection, deps, requestId } = context;
  const reason = given ?? null;
  const count = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const row = await lockAtVersion(context, trx, id, version);
    const open = await selectWithdrawable(trx, { changeSetId: id, keepsHeld });
    const changes = open.reduce((sum, record) => sum + record.changes, 0);
    if (changes === 0) throw operationError("wrong_state", "nothing-withdrawable");
    const live = open.filter(({ isLive }) => isLive);
    if (live.length > 0) await refuseTakingBack(context, trx, { indexIds: live.map(({ indexId }) => indexId), reason });
    for (const { indexId, record } of live) ledger.markServed(indexId, record);
    await journal(context, trx, {
      subject: id,
      indexId: row.index_id,
      message: { code: "change-set.withdraw", params: { by: actor.name, count: changes } },
      why: reason,
    });
    const withdrawn = await updateChangeSet(trx, row, {
      withdrawing: json({ by: actor, requestId, why: reason, keepsHeld }),
      send_after: null,
      on_behalf_of: null,
      // What was on its way is read; where it reads as before, it is sent again only if somebody resumes it.
      ...(live.length === 0 ? {} : { paused: json({ by: actor, at: deps.clock.now().toISOString() }) }),
      lease_owner: null,
      lease_until: null,
      fencing: row.fencing + 1,
    });
    if (withdrawn === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
    return changes;
  });
  const lease =
    count > WITHIN_REQUEST
      ? undefined
      : await takeChangeSet(deps, { changeSetId: id, owner: deps.newId("snd"), forMs: LEASE_MS });
  if (lease !== undefined) {
    await withdrawInSteps({ deps, lease });
    await endLease(deps.store.db, lease);
  }
  // Whoever was sending has lost the set: a record that was on its way is read by whoever takes it next.
  deps.sendingSignal.notify();
  const row = await selectChangeSet(deps.store.db, connection.id, id);
  if (row === undefined) throw operationError("not_found", "change-set");
  return await describeChangeSet(deps, deps.store.db, row);
}
