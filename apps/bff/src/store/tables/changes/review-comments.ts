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
    select comment.*, counted.changes::integer, counted.open::integer, counted.change_ids
    from review_comment as comment, lateral (
      select count(*) as changes, count(*) filter (where comment.asks and answered_at is null) as open,
        coalesce((array_agg(change_id order by change_id))[1:${sql.lit(MOST_NAMED)}], '{}') as change_ids
      from review_comment_change where comment_id = comment.id) as counted
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
  { as, by, at }: { as: "split" | "withdrawn"; by: Actor; at: Date },
): Promise<string[]> {
  const which = "commentId" in of ? sql`comment_id = ${of.commentId}` : sql`change_id = any(${of.changeIds}::text[])`;
  const { rows } = await sql<{ change_id: string }>`
    update review_comment_change set answered_as = ${as}, answered_by = ${json(by)}, answered_at = ${at}
    where ${which} and answered_at is null
      and exists (select 1 from review_comment where id = comment_id and asks)
    returning change_id`.execute(trx);
  return rows.map(({ change_id: id }) => id);
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
