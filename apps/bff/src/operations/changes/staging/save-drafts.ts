import type { RequestContext } from "#/context/deps.ts";
import { addDrafts } from "#/ledger/changes.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import type { ChangeRow } from "#/store/tables/changes.ts";
import { insertEvidence } from "#/store/tables/evidence.ts";
import { appendJournal, type JournalEntry } from "#/store/tables/journal.ts";
import type { StagedDraft } from "./draft-change.ts";
import { nameChanges } from "#/ledger/name-changes.ts";

/** Writes the staged drafts with evidence and journal rows, in a fixed number of queries. */
export async function saveDrafts(
  { actor, connection, deps, requestId }: RequestContext,
  ledger: Ledger,
  staged: readonly StagedDraft[],
): Promise<ChangeRow[]> {
  const { trx } = ledger;
  const evidence = staged.flatMap(({ evidence_id: id, evidence: given, created_at: now }) =>
    id === null || given === null ? [] : [{ id, connectionId: connection.id, evidence: given, actor, now }],
  );
  await insertEvidence(trx, ...evidence);
  const kept = await addDrafts(ledger, staged);
  const named = await nameChanges(deps, trx, kept);
  const entries = staged.map((draft): JournalEntry => ({
    connectionId: connection.id,
    at: draft.created_at,
    actor,
    action: "change.stage",
    subject: draft.id,
    indexId: draft.index_id,
    before: draft.value_before,
    after: draft.operation,
    message: { code: "change.stage", params: { by: actor.name, ...named(draft) } },
    why: draft.evidence?.reason ?? null,
    requestId,
  }));
  await appendJournal(trx, ...entries);
  return kept;
}
