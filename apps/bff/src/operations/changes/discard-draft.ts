import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { removeDrafts } from "#/ledger/changes.ts";
import { selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { journal } from "#/context/journal.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { nameChanges } from "#/ledger/name-changes.ts";

/** Removes a draft from its change set. Approved changes are withdrawn instead. */
export async function discardDraft(context: RequestContext, id: string): Promise<void> {
  await withLedger(context.deps, (ledger) => discardDrafts(context, ledger, [id]));
}

/** Removes all of these drafts or none, in a transaction that is under way. */
export async function discardDrafts(context: RequestContext, ledger: Ledger, ids: readonly string[]): Promise<void> {
  const { actor, connection, deps } = context;
  const { trx } = ledger;
  const removed = await removeDrafts(ledger, connection.id, ids);
  if (removed.length < new Set(ids).size) {
    const gone = new Set(removed.map(({ id }) => id));
    const [left] = await selectChangesByIds(
      trx,
      ids.filter((id) => !gone.has(id)),
    );
    if (left?.connection_id !== connection.id) throw operationError("not_found", "change");
    throw operationError("wrong_state", "discard", { state: left.state });
  }
  const named = await nameChanges(deps, trx, removed);
  const entries = removed.map((row) => ({
    subject: row.id,
    indexId: row.index_id,
    before: row.operation,
    message: { code: "change.discard", params: { by: actor.name, ...named(row) } } as const,
  }));
  await journal(context, trx, ...entries);
}
