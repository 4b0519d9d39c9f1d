import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { moveStaged } from "#/ledger/changes.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import type { StagedDraft } from "#/operations/changes/staging/draft-change.ts";
import type { Drafted } from "#/operations/changes/staging/draft-changes.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { deleteApprovals } from "#/store/tables/changes/approvals.ts";
import { type ChangeSetRow, isBusy, lockChangeSet } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { isUnderReview } from "#/store/tables/changes/drafts.ts";

/** The set under review whose changes these edit, locked until the transaction ends; undefined where they go into a draft. */
export async function lockEditedSet(
  { connection }: RequestContext,
  trx: Transaction,
  changeSetId: string | undefined,
  changes: readonly Pick<AskedChange, "seenDrafts">[],
): Promise<ChangeSetRow | undefined> {
  if (changeSetId === undefined || changes.every(({ seenDrafts = [] }) => seenDrafts.length === 0)) return undefined;
  if (!(await isUnderReview(trx, changeSetId))) return undefined;
  const set = await lockChangeSet(trx, connection.id, changeSetId);
  return set !== undefined && !isBusy(set) && (await isUnderReview(trx, set.id)) ? set : undefined;
}

/**
 * Makes drafts, without their approvals, of the changes under review that others take the place of; these have their evidence unless
 * they bring some. Refused where one takes the place of none.
 */
export async function reopenEdited(
  { actor, deps }: RequestContext,
  ledger: Ledger,
  { rows, drafted }: { rows: readonly ChangeRow[]; drafted: Pick<Drafted, "staged" | "replaced"> },
): Promise<StagedDraft[]> {
  const { staged, replaced } = drafted;
  const edited = rows.filter(({ id }) => replaced.has(id));
  const editedBy = new Map(edited.map((row) => [replaced.get(row.id), row]));
  if (!staged.every(({ id }) => editedBy.has(id))) throw operationError("wrong_state", "no-draft");
  if (actor.kind === "token" && edited.some(({ created_by: author }) => author.id !== actor.id))
    throw operationError("forbidden", "person-settles");
  if (!(await moveStaged(deps, ledger, edited, ["reopen"])))
    throw operationError("version_mismatch", "change-of-change-set");
  await deleteApprovals(
    ledger.trx,
    edited.map(({ id }) => id),
  );
  return staged.map((row) => ({ ...row, evidence_id: row.evidence_id ?? editedBy.get(row.id)?.evidence_id ?? null }));
}

/** Asks for the review of what was staged in place of changes under review. */
export async function submitEdited(
  context: RequestContext,
  ledger: Ledger,
  set: ChangeSetRow,
  staged: readonly StagedDraft[],
): Promise<void> {
  const { actor, deps } = context;
  const { trx } = ledger;
  const rows = await selectChangesByIds(
    trx,
    staged.map(({ id }) => id),
  );
  if (!(await moveStaged(deps, ledger, rows, ["submit"])))
    throw new InvariantError("A change that this transaction staged was changed by another.");
  const message = { code: "change-set.edit-in-review", params: { by: actor.name, count: rows.length } } as const;
  await journal(context, trx, { subject: set.id, indexId: set.index_id, message });
}
