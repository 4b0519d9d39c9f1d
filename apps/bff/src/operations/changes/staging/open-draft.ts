import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { type ChangeSetRow, insertChangeSet, lockChangeSet } from "#/store/tables/changes/change-sets.ts";
import { lockOpenDraft, takesMore } from "#/store/tables/changes/drafts.ts";
import { journal } from "#/context/journal.ts";
import { json } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

interface DraftToOpen {
  /** Null for a draft over several index versions. */
  indexId: string | null;
  changeSetId?: string | undefined;
  /** The index versions whose changes go into it. */
  within?: readonly string[];
  /** The name of the draft if one is created. */
  name?: string | undefined;
}

/** The named draft, else the caller's open draft of the index, else a new one; locked until the transaction ends. */
export async function openDraft(
  context: RequestContext,
  trx: Transaction,
  { indexId, changeSetId, within = [], name }: DraftToOpen,
): Promise<ChangeSetRow> {
  const { actor, connection, deps } = context;
  if (changeSetId !== undefined) {
    const named = await lockChangeSet(trx, connection.id, changeSetId);
    if (named === undefined || (named.index_id !== null && within.some((id) => id !== named.index_id)))
      throw operationError("not_found", "change-set-in-index-version");
    if (!(await takesMore(trx, named.id))) throw operationError("wrong_state", "no-draft");
    return named;
  }
  const open =
    name === undefined
      ? await lockOpenDraft(trx, { connectionId: connection.id, indexId, actorId: actor.id })
      : undefined;
  if (open !== undefined) return open;
  const now = deps.clock.now();
  const draft = await insertChangeSet(trx, {
    id: deps.newId("set"),
    connection_id: connection.id,
    index_id: indexId,
    name: name ?? null,
    created_by: json(actor),
    created_at: now,
  });
  await journal(context, trx, {
    subject: draft.id,
    indexId,
    message: { code: "change-set.create", params: { by: actor.name } },
  });
  return draft;
}
