import type { Deps } from "#/context/deps.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { StoreUnavailableError } from "#/runtime/errors.ts";
import { inGroups, togetherOrEach } from "#/runtime/in-groups.ts";
import { type Lease, LeaseLostError, prolongLease, takeLease } from "#/store/lease.ts";

/** So many steps of the records of one set are committed at once, at most. */
const COMMITTED_AT_ONCE = 16;

export async function takeChangeSet(
  { store, clock }: Deps,
  { changeSetId, owner, forMs }: { changeSetId: string; owner: string; forMs: number },
): Promise<Lease | undefined> {
  return await takeLease(store.db, { of: "change_set", id: changeSetId, owner, forMs, now: () => clock.now() });
}

type Work = (ledger: Ledger) => Promise<unknown>;

const committing = new WeakMap<Lease, (work: Work) => Promise<unknown>>();

/**
 * Runs work on the ledger that is committed only while the lease holds, and prolongs the lease. What several records ask for at
 * the same time is committed together; where that fails, each by itself, so that work may run twice.
 */
export async function underLease<T>(deps: Deps, lease: Lease, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  const commit =
    committing.get(lease) ?? inGroups<Work, unknown>((works) => commitEach(deps, lease, works), COMMITTED_AT_ONCE);
  committing.set(lease, commit);
  let result: { value: T } | undefined;
  await commit(async (ledger) => {
    result = { value: await work(ledger) };
  });
  if (result === undefined) throw new RangeError("What was committed has a result.");
  return result.value;
}

async function commitEach(deps: Deps, lease: Lease, works: readonly Work[]): Promise<PromiseSettledResult<unknown>[]> {
  return await togetherOrEach(
    works,
    async (together) =>
      await withLedger(deps, async (ledger) => {
        await prolongLease(ledger.trx, lease);
        for (const work of together) await work(ledger);
        return together.map(() => undefined);
      }),
    (error) => !(error instanceof LeaseLostError || error instanceof StoreUnavailableError),
  );
}
