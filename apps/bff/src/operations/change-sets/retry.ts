import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChangeSet } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { isLedByOneRow } from "#/ledger/set-acts.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { copyFailed, copyFailedInSteps, failedWith } from "#/operations/changes/copy-failed.ts";
import { operationError } from "#/runtime/errors.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { selectChangeSetLinks } from "#/store/tables/changes/change-set-links.ts";
import { isRetryOpening } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, selectChangePage, selectRetried } from "#/store/tables/changes/changes.ts";
import { readChangeSet } from "./list.ts";
import { endOfCheck } from "./check.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";

/** So many are read before others have their turn. */
const READ_AT_ONCE = 200;

/**
 * Sends what failed of a set once more, as one new set that is checked and applied: each failed change once, however often this is
 * asked for. Where what one was decided on moved, the new set waits for people, and that change has no approval. In the embedded
 * store many are copied in steps, and meanwhile another retry of the set is refused.
 */
export async function retryChangeSet(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  const { deps } = context;
  const { db } = deps.store;
  const ahead = deps.store.kind === "embedded" ? await selectFailed(db, id) : [];
  const retry = isLedByOneRow(deps, ahead.length)
    ? await retryInSteps(context, ahead, { id, version })
    : await retryAtOnce(context, { id, version });
  await endOfCheck(context, retry);
  return await readChangeSet(context, retry);
}

interface Retried {
  id: string;
  version: number;
}

async function retryAtOnce(context: RequestContext, { id, version }: Retried): Promise<string> {
  return await withLedger(context.deps, async (ledger) => {
    const { trx } = ledger;
    const { index_id: indexId } = await lockAtVersion(context, trx, id, version);
    if (await isRetryOpening(trx, [id])) throw operationError("in_progress", "change-set");
    const [first, ...others] = await selectFailed(trx, id);
    if (first === undefined) {
      const links = await selectChangeSetLinks(trx, [id]);
      const last = links.findLast(({ how, otherId }) => how === "retries" && otherId === id);
      if (last === undefined) throw operationError("wrong_state", "nothing-to-retry");
      return last.id;
    }
    for (const failed of [first, ...others]) await failedWith(trx, failed);
    const copy = await copyFailed(context, ledger, [first, ...others], { retryOf: id });
    await tell(context, trx, { id, indexId, count: others.length + 1 });
    return copy.change_set_id;
  });
}

async function retryInSteps(
  context: RequestContext,
  [first, ...others]: readonly ChangeRow[],
  { id, version }: Retried,
): Promise<string> {
  if (first === undefined) throw operationError("wrong_state", "nothing-to-retry");
  for (const failed of [first, ...others]) await failedWith(context.deps.store.db, failed);
  let indexId: string | null = null;
  return await copyFailedInSteps(context, [first, ...others], {
    retryOf: id,
    lock: async (trx) => {
      ({ index_id: indexId } = await lockAtVersion(context, trx, id, version));
    },
    tell: async (trx) => await tell(context, trx, { id, indexId, count: others.length + 1 }),
  });
}

async function tell(
  context: RequestContext,
  trx: Transaction,
  { id, indexId, count }: { id: string; indexId: string | null; count: number },
): Promise<void> {
  const message = { code: "change-set.retry", params: { by: context.actor.name, count } } as const;
  await journal(context, trx, { subject: id, indexId, message });
}

/** The failed changes of a set that were not sent again yet, read in steps between which others have their turn. */
async function selectFailed(db: Database | Transaction, changeSetId: string): Promise<ChangeRow[]> {
  const failed: ChangeRow[] = [];
  let after: number | null = null;
  do {
    if (after !== null) await nextTurn();
    const page = { changeSetId, state: "failed", after, limit: READ_AT_ONCE } as const;
    const some: ChangeRow[] = await selectChangePage(db, page);
    const retried = await selectRetried(
      db,
      some.map(({ id }) => id),
    );
    failed.push(...some.filter(({ id }) => !retried.has(id)));
    after = some.length < READ_AT_ONCE ? null : (some.at(-1)?.staged_order ?? null);
  } while (after !== null);
  return failed;
}
