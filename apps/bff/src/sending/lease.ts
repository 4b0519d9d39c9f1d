import type { Deps } from "#/context/deps.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { type Lease, prolongLease, takeLease } from "#/store/lease.ts";

export async function takeChangeSet(
  { store, clock }: Deps,
  { changeSetId, owner, forMs }: { changeSetId: string; owner: string; forMs: number },
): Promise<Lease | undefined> {
  return await takeLease(store.db, { of: "change_set", id: changeSetId, owner, forMs, now: () => clock.now() });
}

/** Runs work on the ledger that is committed only while the lease holds, and prolongs the lease. */
export async function underLease<T>(deps: Deps, lease: Lease, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  return await withLedger(deps, async (ledger) => {
    await prolongLease(ledger.trx, lease);
    return await work(ledger);
  });
}
