import type { Evidence } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { type ChangeSetRow, insertChangeSet, isBusy, lockChangeSet } from "#/store/tables/changes/change-sets.ts";
import { lockOpenDraft, takesMore } from "#/store/tables/changes/drafts.ts";
import { insertEvidence } from "#/store/tables/changes/evidence.ts";
import { journal } from "#/context/journal.ts";
import { json } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

export interface DraftToOpen {
  /** Whose draft it is; null for a set that is nobody's draft of one index version. */
  indexId: string | null;
  changeSetId?: string | undefined;
  /** The name of a set that is created. */
  name?: string | undefined;
  evidence?: Evidence | null | undefined;
  /** The id of a set that is created. */
  id?: string;
  /** Whether it is there for nobody until all its changes are written. */
  opening?: boolean;
}

/**
 * The named set, else the caller's open draft of the index unless a name asks for another, else a new one; locked until the
 * transaction ends. `within` are the index versions whose changes go into it.
 */
export async function openDraft(
  context: RequestContext,
  trx: Transaction,
  { indexId, changeSetId, name, evidence = null, id = context.deps.newId("set"), opening = false }: DraftToOpen,
  within: Iterable<string>,
): Promise<ChangeSetRow> {
  const { actor, connection, deps } = context;
  if (changeSetId !== undefined) {
    const named = await lockChangeSet(trx, connection.id, changeSetId);
    if (named === undefined || (named.index_id !== null && [...within].some((id) => id !== named.index_id)))
      throw operationError("not_found", "change-set-in-index-version");
    if (isBusy(named)) throw operationError("in_progress", "change-set");
    if (!(await takesMore(trx, named.id))) throw operationError("wrong_state", "no-draft");
    return named;
  }
  const open =
    name === undefined && indexId !== null
      ? await lockOpenDraft(trx, { connectionId: connection.id, indexId, actorId: actor.id })
      : undefined;
  if (open !== undefined) return open;
  const now = deps.clock.now();
  const evidenceId = evidence === null ? null : deps.newId("evi");
  if (evidence !== null && evidenceId !== null)
    await insertEvidence(trx, { id: evidenceId, connectionId: connection.id, evidence, actor, now });
  const draft = await insertChangeSet(trx, {
    id,
    connection_id: connection.id,
    index_id: indexId,
    name: name ?? null,
    evidence_id: evidenceId,
    opening,
    created_by: json(actor),
    created_at: now,
  });
  await journal(context, trx, {
    subject: draft.id,
    indexId,
    after: { name: name ?? null, evidence },
    message: { code: "change-set.create", params: { by: actor.name } },
    why: evidence?.reason ?? null,
  });
  return draft;
}
