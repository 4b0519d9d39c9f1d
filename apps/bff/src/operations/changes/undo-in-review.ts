import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { moveStaged } from "#/ledger/changes.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import type { StagedDraft } from "#/operations/changes/staging/draft-change.ts";
import { operationError } from "#/runtime/errors.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { insertApprovals, selectApprovals } from "#/store/tables/changes/approvals.ts";
import { type ChangeSetRow, isBusy, lockChangeSet } from "#/store/tables/changes/change-sets.ts";
import { countChangesOfSet, selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { lockUnderReview } from "./edit-in-review.ts";

/** The set under review whose edit is undone, locked until the transaction ends; undefined where that was of drafts. */
export async function lockUndoneSet(
  context: RequestContext,
  trx: Transaction,
  changeSetId: string | undefined,
  changes: readonly Pick<AskedChange, "wasUnderReview">[],
): Promise<ChangeSetRow | undefined> {
  if (changeSetId === undefined || changes.length === 0) return undefined;
  if (changes.some(({ wasUnderReview }) => wasUnderReview === undefined)) return undefined;
  const set = await lockUnderReview(context, trx, changeSetId);
  if (set !== undefined) return set;
  // An edit that says what the directory says already leaves nothing of a set of one.
  const empty = await lockChangeSet(trx, context.connection.id, changeSetId);
  return empty !== undefined && !isBusy(empty) && (await countChangesOfSet(trx, empty.id)) === 0 ? empty : undefined;
}

/** Makes drafts of the caller's edits, about which nobody decided since. */
export async function reopenUndone(
  { actor, deps }: RequestContext,
  ledger: Ledger,
  set: ChangeSetRow,
  ids: readonly string[],
): Promise<void> {
  const rows = await selectChangesByIds(ledger.trx, ids);
  const approved = await selectApprovals(ledger.trx, [set.id], ids);
  const isOwnEdit = rows.every(({ change_set_id, created_by: by }) => change_set_id === set.id && by.id === actor.id);
  if (!isOwnEdit || approved.length > 0 || rows.some(({ state }) => state !== "in review"))
    throw operationError("wrong_state", "edit-decided");
  if (!(await moveStaged(deps, ledger, rows, ["reopen"])))
    throw operationError("version_mismatch", "change-of-change-set");
}

/** Leads what is restored to where it was in the review, with the approvals that it had. */
export async function submitRestored(
  context: RequestContext,
  ledger: Ledger,
  set: ChangeSetRow,
  { changes, saved }: { changes: readonly AskedChange[]; saved: readonly StagedDraft[] },
): Promise<void> {
  const { actor, deps } = context;
  const { trx } = ledger;
  const reviews = new Map(changes.map(({ restored, wasUnderReview }) => [restored?.id, wasUnderReview]));
  if (saved.length < changes.length || saved.some(({ id }) => !reviews.has(id)))
    throw operationError("version_mismatch", "change-of-change-set");
  const rows = await selectChangesByIds(
    trx,
    saved.map(({ id }) => id),
  );
  const given = rows.flatMap(({ id }) => (reviews.get(id)?.approvals ?? []).map((approval) => ({ id, ...approval })));
  for (const of of Map.groupBy(given, ({ person_id, given_at }) => `${person_id} ${given_at}`).values()) {
    const [first] = of;
    if (first === undefined) continue;
    const approved = of.map(({ id, is_own: isOwn }) => ({ changeId: id, isOwn }));
    await insertApprovals(trx, {
      approved,
      personId: first.person_id,
      actor: first.given_by,
      now: new Date(first.given_at),
    });
  }
  const [approved = [], others = []] = [true, false].map((is) =>
    rows.filter(({ id }) => (reviews.get(id)?.state === "approved") === is),
  );
  const isMoved =
    (await moveStaged(deps, ledger, approved, ["submit", "approve"])) &&
    (await moveStaged(deps, ledger, others, ["submit"]));
  if (!isMoved) throw operationError("version_mismatch", "change-of-change-set");
  const message = { code: "change-set.undo-edit", params: { by: actor.name, count: rows.length } } as const;
  await journal(context, trx, { subject: set.id, indexId: set.index_id, message });
}
