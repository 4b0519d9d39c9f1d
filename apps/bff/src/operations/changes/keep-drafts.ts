import type { RequestContext } from "#/runtime/context.ts";
import { type ChangeRow, insertDrafts } from "#/store/tables/changes.ts";
import { insertEvidence } from "#/store/tables/evidence.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { StagedDraft } from "./draft-change.ts";
import { tellChanges } from "./tell-changes.ts";

/** Writes what was staged, with its evidence and its journal: a fixed number of queries, however much it is. */
export async function keepDrafts(
  { actor, connection, requestId }: RequestContext,
  trx: Transaction,
  staged: readonly StagedDraft[],
): Promise<ChangeRow[]> {
  const evidence = staged.flatMap(({ evidence_id: id, evidence: given, created_at: now }) =>
    id === null || given === null ? [] : [{ id, connectionId: connection.id, evidence: given, actor, now }],
  );
  await insertEvidence(trx, ...evidence);
  const kept = await insertDrafts(trx, staged);
  const tell = await tellChanges(trx, kept);
  const entries = staged.map((draft) => ({
    connectionId: connection.id,
    at: draft.created_at,
    actor,
    action: "change.stage",
    subject: draft.id,
    indexId: draft.index_id,
    before: draft.value_before,
    after: draft.operation,
    sentence: `${actor.name} staged: ${tell(draft)}`,
    why: draft.evidence?.reason ?? null,
    requestId,
  }));
  await appendJournal(trx, ...entries);
  return kept;
}
