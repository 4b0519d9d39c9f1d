import type { Deps } from "#/context/deps.ts";
import { createLatePublisher, type LatePublisher } from "#/ledger/publish-changed.ts";
import { inLedgerSteps, type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { InvariantError, StoreUnavailableError } from "#/runtime/errors.ts";
import { inGroups, togetherOrEach } from "#/runtime/in-groups.ts";
import { type Lease, leaseClockOf, LeaseLostError, prolongLease, takeLease } from "#/store/lease.ts";
import type { Sending } from "./sending.ts";

/** So many steps of the records of one set are committed at once, at most. */
const COMMITTED_AT_ONCE = 64;

export async function takeChangeSet(
  deps: Deps,
  { changeSetId, owner, forMs }: { changeSetId: string; owner: string; forMs: number },
): Promise<Lease | undefined> {
  return await takeLease(deps.store.db, { of: "change_set", id: changeSetId, owner, forMs, clock: leaseClockOf(deps) });
}

/** What a record asks to be committed; `work` does it for all steps of its kind. */
interface Step {
  work: (ledger: Ledger, steps: readonly Step[]) => Promise<void>;
}

const committing = new WeakMap<Lease, { commit: (step: Step) => Promise<void>; publisher: LatePublisher }>();

/** Runs work on the ledger that is committed only while the lease holds, and prolongs the lease. */
export async function underLease<T>(deps: Deps, lease: Lease, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  const { publisher } = committingOf(deps, lease);
  const done = await withLedger(
    deps,
    async (ledger) => {
      await prolongLease(ledger.trx, lease);
      return await work(ledger);
    },
    (changed) => publisher.publish(changed),
  );
  await publishCommitted(deps, lease);
  return done;
}

/** As `inLedgerSteps`, each step as `underLease` does. */
export async function inLeasedSteps(
  deps: Deps,
  lease: Lease,
  step: (ledger: Ledger) => Promise<boolean>,
): Promise<void> {
  await inLedgerSteps(deps, async (ledger) => {
    await prolongLease(ledger.trx, lease);
    return await step(ledger);
  });
}

/** Resolves once everything is published that was committed under the lease. */
export async function publishCommitted(deps: Deps, lease: Lease): Promise<void> {
  await committingOf(deps, lease).publisher.finish();
}

/**
 * As `underLease`, for steps of one kind: what several records ask for at the same time is done by one call, and committed
 * together; where that fails, each by itself, so that work may run twice. It is published later, at the latest by
 * `publishCommitted`.
 */
export function committedTogether<Item, Result>(
  workOnAll: (deps: Deps, ledger: Ledger, items: readonly Item[]) => Promise<readonly Result[]>,
): (sending: Pick<Sending, "deps" | "lease">, item: Item) => Promise<Result> {
  const asked = new WeakMap<Step, { deps: Deps; item: Item; results: Result[] }>();
  const work: Step["work"] = async (ledger, steps) => {
    const ofSteps = steps.flatMap((step) => asked.get(step) ?? []);
    const [first] = ofSteps;
    if (first === undefined) return;
    const results = await workOnAll(
      first.deps,
      ledger,
      ofSteps.map(({ item }) => item),
    );
    for (const [index, step] of ofSteps.entries()) step.results = results.slice(index, index + 1);
  };
  return async ({ deps, lease }, item) => {
    const step: Step = { work };
    const kept = { deps, item, results: new Array<Result>() };
    asked.set(step, kept);
    await committingOf(deps, lease).commit(step);
    for (const result of kept.results) return result;
    throw new InvariantError("A step was committed without a result.");
  };
}

function committingOf(deps: Deps, lease: Lease) {
  const known = committing.get(lease);
  if (known !== undefined) return known;
  const publisher = createLatePublisher(deps);
  const commit = inGroups<Step, void>((steps) => commitSteps(deps, lease, { steps, publisher }), COMMITTED_AT_ONCE);
  committing.set(lease, { commit, publisher });
  return { commit, publisher };
}

async function commitSteps(
  deps: Deps,
  lease: Lease,
  { steps, publisher }: { steps: readonly Step[]; publisher: LatePublisher },
): Promise<PromiseSettledResult<void>[]> {
  return await togetherOrEach(
    steps,
    async (together) =>
      await withLedger(
        deps,
        async (ledger) => {
          await prolongLease(ledger.trx, lease);
          for (const [work, alike] of Map.groupBy(together, (step) => step.work)) await work(ledger, alike);
          return together.map(() => undefined);
        },
        (changed) => publisher.publish(changed),
      ),
    (error) => !(error instanceof LeaseLostError || error instanceof StoreUnavailableError),
  );
}
