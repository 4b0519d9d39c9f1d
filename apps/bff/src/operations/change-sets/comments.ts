import type { Comment, CommentInput, CommentPage, CommentQuery } from "@dc/contract";
import type { z } from "zod";
import { type Deps, inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { operationError } from "#/runtime/errors.ts";
import { cutPage, readCursor } from "#/store/sql/keyset.ts";
import { lockChangeSet, selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectChangesByIds, selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { type CommentAboutChanges, selectComments } from "#/store/tables/changes/review-comments.ts";
import { describeChanges } from "#/views/describe-changes.ts";
import { addComment } from "./internal/add-comment.ts";
import { chosenChanges, refuseOfOtherSets } from "./internal/chosen-changes.ts";

/** Comments on the changes that are named or found, else on the set. */
export async function commentOnChangeSet(
  context: RequestContext,
  id: string,
  { words, ...choice }: z.output<typeof CommentInput>,
): Promise<Comment> {
  const { actor, connection, deps } = context;
  const isOfSet = Object.values(choice).every((part) => part === undefined || part === "");
  const isChosen = await chosenChanges(context, id, choice);
  const said = await inTransaction(context, async (trx) => {
    const changeSet = await lockChangeSet(trx, connection.id, id);
    if (changeSet === undefined) throw operationError("not_found", "change-set");
    const changes = await selectChangesOfSet(trx, id);
    refuseOfOtherSets(changes, choice.changeIds ?? []);
    const about = changes.filter(isChosen);
    const commentId = await addComment(context, trx, { changeSet, about, isOfSet, words, asks: false });
    await journal(context, trx, {
      subject: id,
      indexId: changeSet.index_id,
      message: { code: "change-set.comment", params: { by: actor.name, count: isOfSet ? 0 : about.length } },
      why: words,
    });
    const changeIds = isOfSet ? [] : about.map((change) => change.id);
    const at = deps.clock.now().toISOString();
    return { id: commentId, words, by: actor, at, asks: false, changes: changeIds.length, gone: 0, open: 0, changeIds };
  });
  const about = await firstChanges(deps, [said.changeIds]);
  return { ...said, about: about(said.changeIds) };
}

/** What was said about a set and its changes, or about one of them, oldest first. */
export async function listComments(
  { connection, deps }: RequestContext,
  id: string,
  { changeId, cursor, limit }: z.output<typeof CommentQuery>,
): Promise<CommentPage> {
  const { db } = deps.store;
  if ((await selectChangeSet(db, connection.id, id)) === undefined) throw operationError("not_found", "change-set");
  const [at, last] = readCursor(cursor, ["number", "text"]) ?? [];
  const after = at === undefined || last === undefined ? null : { at: new Date(at), id: last };
  const rows = await selectComments(db, { changeSetId: id, changeId, after, limit: limit + 1 });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [row.created_at.getTime(), row.id]);
  const about = await firstChanges(
    deps,
    items.map((row) => row.change_ids),
  );
  return {
    items: items.map((row) => ({ ...describeComment(row), about: about(row.change_ids) })),
    nextCursor,
    total: null,
  };
}

/** The first change of each comment, as one names it. */
async function firstChanges(
  deps: Deps,
  idsOfEach: readonly (readonly string[])[],
): Promise<(ids: readonly string[]) => Comment["about"]> {
  const { db } = deps.store;
  const firsts = [...new Set(idsOfEach.flatMap(([first]) => first ?? []))];
  const described = await describeChanges(deps, db, await selectChangesByIds(db, firsts));
  const byId = new Map(described.map((change) => [change.id, change]));
  return ([first = ""]) => {
    const change = byId.get(first);
    if (change === undefined) return null;
    const { id, changeSetId, indexName, record, recordName, practitioner, field } = change;
    return { id, changeSetId, indexName, record, recordName, practitioner, field };
  };
}

function describeComment({
  id,
  words,
  asks,
  changes,
  gone,
  open,
  ...row
}: CommentAboutChanges): Omit<Comment, "about"> {
  const { created_by: by, created_at: at, change_ids: changeIds } = row;
  return { id, words, by, at: at.toISOString(), asks, changes, gone, open, changeIds };
}
