import { consoleActors } from "#/context/console-actors.ts";
import { moveChanges } from "#/ledger/move-change.ts";
import { restoreBaselines } from "#/ledger/move-baseline.ts";
import type { StoredStop } from "#/store/schema/ledger-tables.ts";
import { endLease } from "#/store/lease.ts";
import { json } from "#/store/sql/json.ts";
import { selectChangeSetsOnTheWay } from "#/store/tables/changes/change-set-leases.ts";
import { lockChangeSet, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { becomeLive, followInSteps } from "./become-live.ts";
import { inSteps } from "./in-steps.ts";
import { takeChangeSet, underLease } from "./lease.ts";
import type { Sending } from "./sending.ts";

/** So many changes are withdrawn in one transaction. */
const WITHDRAWN_AT_ONCE = 100;

/**
 * Pauses every change set that is on its way until a person resumes it. What is queued becomes live at once. Change sets that
 * another process sends are its own.
 */
export async function pauseUnsent({
  deps,
  settings,
  owner,
}: Omit<Sending, "lease"> & { owner: string }): Promise<void> {
  for (const changeSetId of await selectChangeSetsOnTheWay(deps.store.db, deps.connection.id)) {
    const lease = await takeChangeSet(deps, { changeSetId, owner, forMs: settings.leaseMs });
    if (lease === undefined) continue;
    await underLease(deps, lease, async (ledger) => {
      await becomeLive(deps, ledger, changeSetId);
      const row = await lockChangeSet(ledger.trx, deps.connection.id, changeSetId);
      if (row === undefined) return;
      const at = deps.clock.now();
      const stopped = { as: "paused", by: consoleActors.sender, at: at.toISOString(), reason: null } as const;
      await updateChangeSet(ledger.trx, row, {
        stopped: json(stopped satisfies StoredStop),
        ...(row.send_after === null ? {} : { send_after: at }),
      });
    });
    await followInSteps({ deps, lease });
    await endLease(deps.store.db, lease);
  }
}

/** Withdraws what a cancelled set has not sent; L goes back to what it was before each change. */
export async function withdrawUnsent(
  { deps, lease }: Sending,
  changes: readonly ChangeRow[],
  { by, reason, takesHeld }: StoredStop,
): Promise<void> {
  const unsent = changes.filter(({ state }) => state === "deferred" || (state === "held" && takesHeld === true));
  await inSteps(
    unsent.toReversed(),
    async (some) => {
      await underLease(deps, lease, async (ledger) => {
        await restoreBaselines(deps, ledger.trx, some.toReversed());
        const move = {
          events: ["withdraw"] as const,
          set: { try_after: null, ...reasonColumns(null) },
          step: "withdrawn" as const,
          actor: by,
          requestId: null,
          ...(reason === null ? {} : { why: reason }),
        };
        await moveChanges(
          deps,
          ledger,
          some.map((row) => ({ row, move })),
        );
      });
    },
    WITHDRAWN_AT_ONCE,
  );
}
