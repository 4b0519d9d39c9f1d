import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { moveStaged } from "#/ledger/changes.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import type { StagedDraft } from "#/operations/changes/staging/draft-change.ts";
import type { Drafted } from "#/operations/changes/staging/draft-changes.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import type { KeptReview } from "#/store/tables/activity/gone-drafts.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { type ApprovalRow, deleteApprovals, selectApprovals } from "#/store/tables/changes/approvals.ts";
import { type ChangeSetRow, isBusy, lockChangeSet } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { isUnderReview } from "#/store/tables/changes/drafts.ts";

/** The set under review whose changes these edit, locked until the transaction ends; undefined where they go into a draft. */
export async function lockEditedSet(
  context: RequestContext,
  trx: Transaction,
  changeSetId: string | undefined,
  changes: readonly Pick<AskedChange, "seenDrafts">[],
): Promise<ChangeSetRow | undefined> {
  if (changeSetId === undefined || changes.every(({ seenDrafts = [] }) => seenDrafts.length === 0)) return undefined;
  return await lockUnderReview(context, trx, changeSetId);
}

/** A set that is under review and not busy, locked until the transaction ends. */
export async function lockUnderReview(
  { connection }: RequestContext,
  trx: Transaction,
  changeSetId: string,
): Promise<ChangeSetRow | undefined> {
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
): Promise<{ saved: StagedDraft[]; reviews: ReadonlyMap<string, KeptReview> }> {
  const { staged, replaced } = drafted;
  const edited = rows.filter(({ id }) => replaced.has(id));
  const editedBy = new Map(edited.map((row) => [replaced.get(row.id), row]));
  if (!staged.every(({ id }) => editedBy.has(id))) throw operationError("wrong_state", "no-draft");
  if (actor.kind === "token" && edited.some(({ created_by: author }) => author.id !== actor.id))
    throw operationError("forbidden", "person-settles");
  const ids = edited.map(({ id }) => id);
  const approvals = Map.groupBy(await selectApprovals(ledger.trx, setsOf(edited), ids), (given) => given.change_id);
  const reviews = new Map(edited.map((row) => [row.id, keptReview(row, approvals.get(row.id) ?? [])]));
  if (!(await moveStaged(deps, ledger, edited, ["reopen"])))
    throw operationError("version_mismatch", "change-of-change-set");
  await deleteApprovals(ledger.trx, ids);
  const evidenceOf = (row: StagedDraft) => row.evidence_id ?? editedBy.get(row.id)?.evidence_id ?? null;
  return { saved: staged.map((row) => ({ ...row, evidence_id: evidenceOf(row) })), reviews };
}

const setsOf = (rows: readonly ChangeRow[]) => [...new Set(rows.flatMap(({ change_set_id: id }) => id ?? []))];

const keptReview = ({ state, ground, base_seen }: ChangeRow, approvals: readonly ApprovalRow[]): KeptReview => ({
  state: state === "approved" ? state : "in review",
  ground,
  base_seen,
  approvals: approvals.map(({ person_id, is_own, given_by, given_at }) => ({
    person_id,
    is_own,
    given_by,
    given_at: given_at.toISOString(),
  })),
});

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
