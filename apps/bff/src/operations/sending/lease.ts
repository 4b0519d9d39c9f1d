import type { Expression, SqlBool } from "kysely";
import type { Deps } from "#/runtime/context.ts";
import { inLedger, type Ledger } from "#/ledger/with-ledger.ts";

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

/** A change is not what it was when this step began; whoever changed it has the last word. */
export class SupersededError extends Error {
  override readonly name = "SupersededError";
}

export async function takeLease(
  deps: Deps,
  { changeSetId, owner, forMs }: Omit<Lease, "fencing">,
): Promise<Lease | undefined> {
  const now = deps.clock.now();
  const taken = await deps.store.db
    .updateTable("change_set")
    .set((set) => ({
      lease_owner: owner,
      lease_until: new Date(now.getTime() + forMs),
      fencing: set("fencing", "+", 1),
    }))
    .where("id", "=", changeSetId)
    .where((where): Expression<SqlBool> =>
      where.or([where("lease_until", "is", null), where("lease_until", "<=", now), where("lease_owner", "=", owner)]),
    )
    .returning("fencing")
    .executeTakeFirst();
  return taken === undefined ? undefined : { changeSetId, owner, fencing: Number(taken.fencing), forMs };
}

/** Work on the ledger that counts only while the lease holds; it is prolonged on the way. */
export async function underLease<T>(deps: Deps, lease: Lease, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  return await inLedger(deps, async (ledger) => {
    const until = new Date(deps.clock.now().getTime() + lease.forMs);
    const kept = await ledger.trx
      .updateTable("change_set")
      .set({ lease_until: until })
      .where("id", "=", lease.changeSetId)
      .where("fencing", "=", lease.fencing)
      .where("lease_owner", "=", lease.owner)
      .returning("id")
      .executeTakeFirst();
    if (kept === undefined) throw new LeaseLostError(`The lease on ${lease.changeSetId} is gone.`);
    return await work(ledger);
  });
}

export async function endLease(deps: Deps, lease: Lease): Promise<void> {
  await deps.store.db
    .updateTable("change_set")
    .set({ lease_owner: null, lease_until: null })
    .where("id", "=", lease.changeSetId)
    .where("fencing", "=", lease.fencing)
    .execute();
}

/** With the embedded store a new start is the only process there is: every lease from before is dead. */
export async function endEveryLease(deps: Deps): Promise<void> {
  await deps.store.db
    .updateTable("change_set")
    .set({ lease_owner: null, lease_until: null })
    .where("lease_until", "is not", null)
    .execute();
}
