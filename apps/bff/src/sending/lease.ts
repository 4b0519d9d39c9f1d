import type { Deps } from "#/context/deps.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import {
  endChangeSetLease,
  endEveryChangeSetLease,
  prolongChangeSetLease,
  takeChangeSetLease,
} from "#/store/tables/change-set-leases.ts";

/** One worker's hold on a change set. The number tells a worker that was frozen that somebody else has taken over. */
export interface Lease {
  changeSetId: string;
  owner: string;
  fencing: number;
  forMs: number;
}

/** The lease is gone: somebody else has the set, and nothing more may be written by this worker. */
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

/** Work on the ledger that counts only while the lease holds; it is prolonged on the way. */
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

/** With the embedded store a new start is the only process there is: every lease from before is dead. */
export async function endEveryLease(deps: Deps): Promise<void> {
  await endEveryChangeSetLease(deps.store.db);
}
