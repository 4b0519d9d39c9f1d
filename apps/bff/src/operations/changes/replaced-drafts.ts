import { isDeepStrictEqual } from "node:util";
import type { RequestContext } from "#/context/deps.ts";
import type { RestoredDraft } from "#/operations/changes/staging/check-change.ts";
import type { PlacedChange } from "#/operations/changes/staging/prepare-changes.ts";
import type { StagedDraft } from "#/operations/changes/staging/draft-change.ts";
import { isOfOthers, tellDiscarded } from "#/ledger/discarded-drafts.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { operationError } from "#/runtime/errors.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { type KeptReview, selectGoneDrafts } from "#/store/tables/activity/gone-drafts.ts";
import { type ChangeRow, selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { answerRequests, moveComments } from "#/store/tables/changes/review-comments.ts";

/** A draft as it was, and the id that it had. */
export type GoneDraft = PlacedChange & { id?: string | undefined };

/** What an edit of drafts makes of them: what was said about each is about the one in its place, and their authors are told. */
export async function tellReplaced(
  context: RequestContext,
  ledger: Ledger,
  removed: readonly ChangeRow[],
  replaced: { replacedBy: ReadonlyMap<string, string | null>; reviews: ReadonlyMap<string, KeptReview> },
): Promise<void> {
  await moveCommentsOn(context, ledger.trx, removed, replaced.replacedBy);
  const told = removed.filter((row) => isOfOthers(row, context.actor) || replaced.reviews.has(row.id));
  await tellDiscarded(context, ledger.trx, told, replaced);
}

/** What was said about drafts that an edit replaces is about those in their place, and what was asked is answered by it. */
export async function moveCommentsOn(
  { actor, deps }: RequestContext,
  trx: Transaction,
  replaced: readonly Pick<ChangeRow, "id">[],
  replacedBy: ReadonlyMap<string, string | null>,
): Promise<void> {
  const moves = replaced.flatMap(({ id }) => {
    const by = replacedBy.get(id) ?? null;
    return by === null ? [] : [{ from: id, to: by }];
  });
  await answerRequests(
    trx,
    { changeIds: moves.map(({ from }) => from) },
    { as: "edited", by: actor, at: deps.clock.now() },
  );
  await moveComments(trx, moves);
}

/** What was said about drafts that are undone is about those that come back, and what they had answered is asked again. */
export async function moveCommentsBack(
  trx: Transaction,
  { undone, restored }: { undone: readonly ChangeRow[]; restored: readonly StagedDraft[] },
): Promise<void> {
  if (undone.length === 0 || restored.length === 0) return;
  const placeOf = (row: ChangeRow | StagedDraft) =>
    JSON.stringify([row.index_id, row.record_type, row.record_id, row.field]);
  const back = new Map(restored.toReversed().map((row) => [placeOf(row), row.id]));
  const moves = undone.flatMap((row) => {
    const to = back.get(placeOf(row));
    return to === undefined ? [] : [{ from: row.id, to }];
  });
  await moveComments(trx, moves, { isUndo: true });
}

/**
 * Drafts to be staged again as what they were: with their id, under whoever had staged them, if the caller discarded or replaced
 * them. What the journal does not know any more is staged as the caller's.
 */
export async function restoredDrafts(
  { actor, connection, deps }: RequestContext,
  changeSetId: string,
  gone: readonly GoneDraft[],
): Promise<PlacedChange[]> {
  const { db } = deps.store;
  const ids = gone.flatMap(({ id }) => id ?? []);
  if ((await selectChangesByIds(db, ids)).length > 0) throw operationError("wrong_state", "undone");
  const known = await selectGoneDrafts(db, { connectionId: connection.id, ids, actorId: actor.id });
  return gone.map(({ id, ...asked }) => {
    const change = { ...asked, wasDraft: true as const };
    const entry = known.get(id ?? "");
    if (id === undefined || entry === undefined || !isDeepStrictEqual(entry.operation, asked.operation)) return change;
    const { after, stagedAt } = entry;
    if (after?.draft === undefined || after.changeSetId !== changeSetId)
      return { ...change, restored: { id, created_by: actor, created_at: stagedAt } };
    const { review, ...draft } = after.draft;
    const restored: RestoredDraft = { ...draft, id, created_at: new Date(draft.created_at), evidence: null };
    return { ...change, restored, ...(review === undefined ? {} : { wasUnderReview: review }) };
  });
}
