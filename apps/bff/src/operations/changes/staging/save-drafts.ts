import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { addDrafts, renameEntries } from "#/ledger/changes.ts";
import { nameChanges } from "#/ledger/name-changes.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { insertEvidence } from "#/store/tables/changes/evidence.ts";
import type { StagedDraft } from "./draft-change.ts";
import type { RenamedDraft } from "./draft-changes.ts";

/** So many drafts are written before other work has its turn. */
const AT_ONCE = 200;

/** Writes the staged drafts with evidence and journal rows, in a few queries for many of them. */
export async function saveDrafts(
  context: RequestContext,
  ledger: Ledger,
  staged: readonly StagedDraft[],
): Promise<void> {
  const save = await draftsToSave(context, ledger.trx, staged);
  await save(ledger, staged);
}

/** What writes some of these drafts, in one transaction or in several. */
export async function draftsToSave(
  context: RequestContext,
  db: Database | Transaction,
  staged: readonly StagedDraft[],
): Promise<(ledger: Ledger, part: readonly StagedDraft[]) => Promise<void>> {
  // What is created is named by its drafts, once they are written.
  const isCreating = staged.some(({ operation }) => operation.op === "create");
  const named = isCreating ? undefined : await nameChanges(context.deps, db, staged);
  return async (ledger, part) =>
    await inSteps(part, async (some) => await saveSome(context, ledger, { staged: some, named }), AT_ONCE);
}

async function saveSome(
  context: RequestContext,
  ledger: Ledger,
  { staged, named }: { staged: readonly StagedDraft[]; named: Awaited<ReturnType<typeof nameChanges>> | undefined },
): Promise<void> {
  const { actor, connection, deps } = context;
  const { trx } = ledger;
  const evidence = staged.flatMap(({ evidence_id: id, evidence: given, created_at: now }) =>
    id === null || given === null ? [] : [{ id, connectionId: connection.id, evidence: given, actor, now }],
  );
  await insertEvidence(trx, ...evidence);
  await addDrafts(ledger, staged);
  const nameOf = named ?? (await nameChanges(deps, trx, staged));
  const entries = staged.map((draft) => ({
    subject: draft.id,
    indexId: draft.index_id,
    before: draft.value_before,
    after: draft.operation,
    message:
      draft.created_by.id === actor.id
        ? ({ code: "change.stage", params: { by: actor.name, ...nameOf(draft) } } as const)
        : ({
            code: "change.restore",
            params: { by: actor.name, author: draft.created_by.name, ...nameOf(draft) },
          } as const),
    why: draft.evidence?.reason ?? null,
  }));
  await journal(context, trx, ...entries);
}

/** Writes the drafts that name their entries anew. */
export async function saveRenamed(
  context: RequestContext,
  ledger: Ledger,
  renamed: readonly RenamedDraft[],
): Promise<void> {
  if (renamed.length === 0) return;
  const { actor, deps } = context;
  await renameEntries(deps, ledger, renamed);
  const named = await nameChanges(
    deps,
    ledger.trx,
    renamed.map(({ row }) => row),
  );
  const entries = renamed.map(({ row, operation }) => ({
    subject: row.id,
    indexId: row.index_id,
    before: row.operation,
    after: operation,
    message: { code: "change.stage", params: { by: actor.name, ...named({ ...row, operation }) } } as const,
  }));
  await journal(context, ledger.trx, ...entries);
}
