import type { RequestContext } from "#/context/deps.ts";
import { discardedOfOthers } from "#/context/discarded-of-others.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { removeDraftSet } from "#/ledger/changes.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";
import { operationError } from "#/runtime/errors.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { journal } from "#/context/journal.ts";

/** Discards a draft with its changes. Applied changes have to be withdrawn or undone instead. */
export async function discardChangeSet(context: RequestContext, id: string): Promise<void> {
  const { actor, connection, deps } = context;
  await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const changeSet = await selectChangeSet(trx, connection.id, id);
    if (changeSet === undefined) throw operationError("not_found", "change-set");
    const row = await lockAtVersion(context, trx, id, changeSet.version);
    const changes = await selectChangesOfSet(trx, id);
    if (changes.some(({ state }) => state !== "draft")) throw operationError("wrong_state", "discard-applied");
    const { name } = await describeChangeSet(context.deps, trx, row);
    await removeDraftSet(ledger, id, changes);
    await journal(context, trx, {
      subject: id,
      indexId: row.index_id,
      before: changes.map(({ operation, record_type, record_id, field }) => ({
        operation,
        record_type,
        record_id,
        field,
      })),
      after: discardedOfOthers(actor, changes, { name }),
      message: { code: "change-set.discard", params: { by: actor.name, count: changes.length } },
    });
  });
}
