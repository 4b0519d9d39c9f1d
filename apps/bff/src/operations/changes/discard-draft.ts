import type { RequestContext } from "#/runtime/context.ts";
import { OperationError } from "#/runtime/errors.ts";
import { deleteDraft, selectChange } from "#/store/tables/changes.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import { inLedger } from "#/ledger/with-ledger.ts";
import { tellChanges } from "./tell-changes.ts";

/** Takes a draft out of its change set. Only drafts: what was approved is withdrawn. */
export async function discardDraft({ actor, connection, deps, requestId }: RequestContext, id: string): Promise<void> {
  await inLedger(deps, async ({ trx, note }) => {
    const row = await selectChange(trx, connection.id, id);
    if (row === undefined) throw new OperationError("not_found", "There is no such change.");
    if ((await deleteDraft(trx, connection.id, id)) === undefined)
      throw new OperationError("wrong_state", `A change that is ${row.state} is no draft: withdraw it instead.`);
    note(row.index_id, { type: row.record_type, id: row.record_id });
    const tell = await tellChanges(trx, [row]);
    await appendJournal(trx, {
      connectionId: connection.id,
      at: deps.clock.now(),
      actor,
      action: "change.discard",
      subject: id,
      indexId: row.index_id,
      before: row.operation,
      sentence: `${actor.name} discarded a draft: ${tell(row)}`,
      requestId,
    });
  });
}
