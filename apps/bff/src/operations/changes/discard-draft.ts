import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { removeDraft } from "#/ledger/changes.ts";
import { selectChange } from "#/store/tables/changes/changes.ts";
import { journal } from "#/context/journal.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { nameChanges } from "#/ledger/name-changes.ts";

/** Removes a draft from its change set. Approved changes are withdrawn instead. */
export async function discardDraft(context: RequestContext, id: string): Promise<void> {
  await withLedger(context.deps, (ledger) => discardOne(context, ledger, id));
}

/** The same, in a transaction that is under way. */
export async function discardOne(context: RequestContext, ledger: Ledger, id: string): Promise<void> {
  const { actor, connection, deps } = context;
  const { trx } = ledger;
  const row = await selectChange(trx, connection.id, id);
  if (row === undefined) throw operationError("not_found", "change");
  if ((await removeDraft(ledger, connection.id, id)) === undefined)
    throw operationError("wrong_state", "discard", { state: row.state });
  const named = await nameChanges(deps, trx, [row]);
  await journal(context, trx, {
    subject: id,
    indexId: row.index_id,
    before: row.operation,
    message: { code: "change.discard", params: { by: actor.name, ...named(row) } },
  });
}
