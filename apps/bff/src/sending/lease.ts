import type { Deps } from "#/context/deps.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { endChangeSetLease, prolongChangeSetLease, takeChangeSetLease } from "#/store/tables/change-set-leases.ts";

/** One worker's hold on a change set. The fencing number tells a suspended worker that another one has taken over. */
export interface Lease {
  changeSetId: string;
  owner: string;
  fencing: number;
  forMs: number;
}

/** The lease is lost: another worker has the set, and this one must not write anymore. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

export async function takeLease(
  deps: Deps,
  { changeSetId, owner, forMs }: Omit<Lease, "fencing">,
): Promise<Lease | undefined> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + forMs);
  const fencing = await takeChangeSetLease(deps.store.db, { changeSetId, owner, now, until });
  return fencing === undefined ? undefined : { changeSetId, owner, fencing, forMs };
}

/** Runs work on the ledger that is committed only while the lease holds, and prolongs the lease. */
export async function underLease<T>(deps: Deps, lease: Lease, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  return await withLedger(deps, async (ledger) => {
    const until = new Date(deps.clock.now().getTime() + lease.forMs);
    if (!(await prolongChangeSetLease(ledger.trx, lease, until)))
      throw new LeaseLostError(`The lease on ${lease.changeSetId} was lost.`);
    return await work(ledger);
  });
}

export async function endLease(deps: Deps, lease: Lease): Promise<void> {
  await endChangeSetLease(deps.store.db, lease);
}
