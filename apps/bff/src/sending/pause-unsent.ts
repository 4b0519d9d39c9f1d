import { consoleActors } from "#/context/console-actors.ts";
import type { Pause } from "#/store/schema/stored-values.ts";
import { endLease } from "#/store/lease.ts";
import { json } from "#/store/sql/json.ts";
import { transact } from "#/store/sql/transaction.ts";
import {
  selectChangeSetsOnTheWay,
  selectUnheldChecks,
  withoutCheckLease,
} from "#/store/tables/changes/change-set-leases.ts";
import { lockChangeSet, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { becomeLive, compareWaiting, followInSteps } from "./become-live.ts";
import { leaseClockOf } from "#/store/lease.ts";
import { takeChangeSet, underLease } from "./lease.ts";
import type { Sending } from "./sending.ts";

/**
 * Pauses every change set that is on its way, or being checked, until a person resumes it. What is queued becomes live at once.
 * Change sets that another process sends or checks are its own.
 */
export async function pauseUnsent({
  deps,
  settings,
  owner,
}: Omit<Sending, "lease"> & { owner: string }): Promise<void> {
  for (const changeSetId of await selectChangeSetsOnTheWay(deps.store.db, deps.connection.id)) {
    const lease = await takeChangeSet(deps, { changeSetId, owner, forMs: settings.leaseMs });
    if (lease === undefined) continue;
    const ahead = await compareWaiting(deps, changeSetId);
    await underLease(deps, lease, async (ledger) => {
      await becomeLive(deps, ledger, changeSetId, ahead);
      const row = await lockChangeSet(ledger.trx, deps.connection.id, changeSetId);
      if (row === undefined) return;
      const at = deps.clock.now();
      const paused: Pause = { by: consoleActors.sender, at: at.toISOString() };
      await updateChangeSet(ledger.trx, row, {
        paused: json(paused),
        ...(row.send_after === null ? {} : { send_after: at }),
      });
    });
    await followInSteps({ deps, lease });
    await endLease(deps.store.db, lease);
  }
  for (const id of await selectUnheldChecks(deps.store.db, deps.connection.id, leaseClockOf(deps)))
    await pauseCheck(deps, id);
}

/** What a set is decided on is not read any further until a person resumes it. */
async function pauseCheck(deps: Sending["deps"], id: string): Promise<void> {
  await transact(deps.store.db, async (trx) => {
    const row = await lockChangeSet(trx, deps.connection.id, id);
    if (row?.checking == null) return;
    const paused: Pause = { by: consoleActors.checker, at: deps.clock.now().toISOString() };
    await updateChangeSet(trx, row, { paused: json(paused), ...withoutCheckLease(row) });
  });
}
