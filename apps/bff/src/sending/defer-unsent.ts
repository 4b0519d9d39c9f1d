import type { ChangeReason } from "@dc/directory";
import { annotateChange } from "#/ledger/changes.ts";
import { selectChangeSetsOnTheWay } from "#/store/tables/changes/change-set-leases.ts";
import { type ChangeRow, reasonColumns, selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { becomeLive, followLive } from "./become-live.ts";
import { endLease } from "#/store/lease.ts";
import { takeChangeSet, underLease } from "./lease.ts";
import type { Sending } from "./sending.ts";

/**
 * Defers what was not sent until a person sends it: queued changes, and those that wait for their turn. A lost reply is
 * still read, but what reads as before is left to a person. Change sets that another process sends are its own.
 */
export async function deferUnsent({
  deps,
  settings,
  owner,
}: Omit<Sending, "lease"> & { owner: string }): Promise<void> {
  for (const changeSetId of await selectChangeSetsOnTheWay(deps.store.db, deps.connection.id)) {
    const lease = await takeChangeSet(deps, { changeSetId, owner, forMs: settings.leaseMs });
    if (lease === undefined) continue;
    await underLease(deps, lease, async (ledger) => await becomeLive(deps, ledger, changeSetId));
    await followLive({ deps, lease });
    await underLease(deps, lease, async (ledger) => {
      for (const change of await selectChangesOfSet(ledger.trx, changeSetId)) {
        const held = heldBack(change);
        if (held === undefined) continue;
        const set = { ...reasonColumns(held.reason), try_after: held.tryAfter };
        await annotateChange(deps, ledger, change, set);
      }
    });
    await endLease(deps.store.db, lease);
  }
}

/** What is noted on a change that a stop holds back; undefined for one that is not on its way. */
function heldBack({
  state,
  try_after: tryAfter,
}: ChangeRow): { reason: ChangeReason; tryAfter: Date | null } | undefined {
  if (tryAfter === null) return undefined;
  if (state === "deferred" || state === "held") return { reason: { code: "held-back" }, tryAfter: null };
  return state === "unknown" ? { reason: { code: "held-back-unanswered" }, tryAfter } : undefined;
}
