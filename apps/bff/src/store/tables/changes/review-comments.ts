import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { ReviewCommentTable } from "#/store/schema/ledger-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { json } from "#/store/sql/json.ts";
import { oneOf } from "#/store/sql/row-lists.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type ReviewCommentRow = Selectable<ReviewCommentTable>;

/** How many of the ids of its changes are told of a comment. */
const MOST_NAMED = 200;

export async function insertComment(
  trx: Transaction,
  { changeIds, ...row }: Omit<ReviewCommentRow, "created_by"> & { created_by: Actor; changeIds: readonly string[] },
): Promise<void> {
  await trx
    .insertInto("review_comment")
    .values({ ...row, created_by: json(row.created_by) })
    .execute();
  await addToComment(trx, row.id, changeIds);
}

/** A comment is about these changes, too. */
export async function addToComment(trx: Transaction, id: string, changeIds: readonly string[]): Promise<void> {
  await sql`insert into review_comment_change (comment_id, change_id)
    select ${id}, change_id from unnest(${changeIds}::text[]) as about (change_id)`.execute(trx);
}

export interface CommentAboutChanges extends ReviewCommentRow {
  changes: number;
  open: number;
  gone: number;
  change_ids: string[];
}

/** The comments on a set and on the changes in it, wherever they were written, oldest first; or those on one change. */
export async function selectComments(
  db: Database | Transaction,
  {
    changeSetId,
    changeId,
    after,
    limit,
  }: {
    changeSetId: string;
    changeId: string | undefined;
    after: { at: Date; id: string } | null;
    limit: number;
  },
): Promise<CommentAboutChanges[]> {
  const about =
    changeId === undefined
      ? sql`comment.change_set_id = ${changeSetId} or exists (select 1 from review_comment_change as on_change
          join change on change.id = on_change.change_id
          where on_change.comment_id = comment.id and change.change_set_id = ${changeSetId})`
      : sql`exists (select 1 from review_comment_change as on_change
          where on_change.comment_id = comment.id and on_change.change_id = ${changeId})`;
  const { rows } = await sql<CommentAboutChanges>`
    select comment.*, counted.changes::integer, counted.open::integer, counted.gone::integer, counted.change_ids
    from review_comment as comment, lateral (
      select count(*) as changes, count(*) filter (where comment.asks and answered_at is null and change.id is not null) as open,
        count(*) filter (where change.id is null) as gone,
        coalesce((array_agg(change.id order by change.id) filter (where change.id is not null))[1:${sql.lit(MOST_NAMED)}], '{}') as change_ids
      from review_comment_change as about left join change on change.id = about.change_id
      where about.comment_id = comment.id) as counted
    where (${about}) and (${after === null} or (comment.created_at, comment.id) > (${after?.at ?? new Date(0)}::timestamptz, ${after?.id ?? ""}))
    order by comment.created_at, comment.id limit ${limit}`.execute(db);
  return rows;
}

export async function selectComment(
  db: Database | Transaction,
  { changeSetId, id }: { changeSetId: string; id: string },
): Promise<ReviewCommentRow | undefined> {
  return await db
    .selectFrom("review_comment")
    .selectAll()
    .where("change_set_id", "=", changeSetId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export interface OpenRequestRow {
  comment_id: string;
  change_id: string;
  words: string;
  created_by: Actor;
  created_at: Date;
}

/** What is asked to be changed of a set's changes, or of those that are named, and not answered yet, oldest first. */
export async function selectOpenRequests(
  db: Database | Transaction,
  changeSetId: string,
  changeIds?: readonly string[],
): Promise<OpenRequestRow[]> {
  const { rows } = await sql<OpenRequestRow>`
    select asked.comment_id, asked.change_id, comment.words, comment.created_by, comment.created_at
    from review_comment_change as asked
    join review_comment as comment on comment.id = asked.comment_id
    join change on change.id = asked.change_id
    where change.change_set_id = ${changeSetId} and comment.asks and asked.answered_at is null
      ${changeIds === undefined ? sql`` : sql`and change.id = ${oneOf(changeIds)}`}
    order by comment.created_at, comment.id`.execute(db);
  return rows;
}

/** Answers open requests about changes: all of one comment, or all about some changes. Returns the changes. */
export async function answerRequests(
  trx: Transaction,
  of: { commentId: string } | { changeIds: readonly string[] },
  { as, by, at }: { as: "split" | "withdrawn" | "edited"; by: Actor; at: Date },
): Promise<string[]> {
  if ("changeIds" in of && of.changeIds.length === 0) return [];
  const which = "commentId" in of ? sql`comment_id = ${of.commentId}` : sql`change_id = any(${of.changeIds}::text[])`;
  const { rows } = await sql<{ change_id: string }>`
    update review_comment_change set answered_as = ${as}, answered_by = ${json(by)}, answered_at = ${at}
    where ${which} and answered_at is null
      and exists (select 1 from review_comment where id = comment_id and asks)
    returning change_id`.execute(trx);
  return rows.map(({ change_id: id }) => id);
}

/** What was said about these changes is about others, by undo with what an edit had answered open again. */
export async function moveComments(
  trx: Transaction,
  moves: readonly { from: string; to: string }[],
  { isUndo = false } = {},
): Promise<void> {
  if (moves.length === 0) return;
  const isEdited = sql`${isUndo} and left_out.answered_as = 'edited'`;
  await sql`
    with move as (select * from unnest(${moves.map(({ from }) => from)}::text[], ${moves.map(({ to }) => to)}::text[]) as move (was, becomes)),
      left_out as (delete from review_comment_change as about using move where about.change_id = move.was
        returning about.*, move.becomes)
    insert into review_comment_change (comment_id, change_id, answered_as, answered_by, answered_at)
      select distinct on (left_out.comment_id, left_out.becomes) left_out.comment_id, left_out.becomes,
        case when ${isEdited} then null else left_out.answered_as end,
        case when ${isEdited} then null else left_out.answered_by end,
        case when ${isEdited} then null else left_out.answered_at end
      from left_out order by left_out.comment_id, left_out.becomes, left_out.answered_at nulls first
      on conflict (comment_id, change_id) do nothing`.execute(trx);
}

/** How many comments are about each of these changes. */
export async function countComments(
  db: Database | Transaction,
  changeIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (changeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("review_comment_change")
    .select(["change_id", ({ fn }) => fn.countAll<number>().as("count")])
    .where("change_id", "in", [...changeIds])
    .groupBy("change_id")
    .execute();
  return new Map(rows.map(({ change_id: id, count }) => [id, Number(count)]));
}
