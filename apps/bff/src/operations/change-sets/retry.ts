import type { ChangeSet } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { copyFailed, failedWith } from "#/operations/changes/copy-failed.ts";
import { operationError } from "#/runtime/errors.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { selectChangeSetLinks } from "#/store/tables/changes/change-set-links.ts";
import { type ChangeRow, selectChangesOfSet, selectRetried } from "#/store/tables/changes/changes.ts";
import { readChangeSet } from "./list.ts";
import { endOfCheck } from "./check.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";

/**
 * Sends what failed of a set once more, as one new set that is checked and applied: each failed change once, however often this is
 * asked for. Where what one was decided on moved, the new set waits for people, and that change has no approval.
 */
export async function retryChangeSet(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  const { actor, deps } = context;
  const retry = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const row = await lockAtVersion(context, trx, id, version);
    const [first, ...others] = await selectFailed(trx, id);
    if (first === undefined) {
      const links = await selectChangeSetLinks(trx, [id]);
      const last = links.findLast(({ how, otherId }) => how === "retries" && otherId === id);
      if (last === undefined) throw operationError("wrong_state", "nothing-to-retry");
      return last.id;
    }
    for (const failed of [first, ...others]) if (failed.operation.op === "create") await failedWith(trx, failed);
    const copy = await copyFailed(context, ledger, [first, ...others], { retryOf: id });
    await journal(context, trx, {
      subject: id,
      indexId: row.index_id,
      message: { code: "change-set.retry", params: { by: actor.name, count: others.length + 1 } },
    });
    return copy.change_set_id;
  });
  await endOfCheck(context, retry);
  return await readChangeSet(context, retry);
}

/** The failed changes of a set that were not sent again yet. */
async function selectFailed(db: Transaction, id: string): Promise<ChangeRow[]> {
  const failed = (await selectChangesOfSet(db, id)).filter(({ state }) => state === "failed");
  const retried = await selectRetried(
    db,
    failed.map((change) => change.id),
  );
  return failed.filter((change) => !retried.has(change.id));
}
