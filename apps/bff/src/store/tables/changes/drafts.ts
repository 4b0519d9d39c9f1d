import { sql } from "kysely";
import type { ChangeSetRow } from "./change-sets.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** The author and the index of a draft. */
export interface DraftOf {
  connectionId: string;
  indexId: string;
  actorId: string;
}

/** More can be staged into a set that is empty, or of which something is a draft and nothing was applied, unless it is busy. */
const takesDrafts = sql<boolean>`change_set.withdrawing is null and change_set.checking is null and change_set.going_back is null
  and change_set.act is null and (
  not exists (select 1 from change where change.change_set_id = change_set.id)
  or (exists (select 1 from change where change.change_set_id = change_set.id and change.state = 'draft')
    and not exists (select 1 from change where change.change_set_id = change_set.id
      and change.state not in ('draft', 'in review', 'approved', 'rejected', 'withdrawn'))))`;

/** Whether a set is under review, holds no draft, and nothing of it was applied; not while it is busy. */
export async function isUnderReview(trx: Transaction, changeSetId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("change_set")
    .select("id")
    .where("id", "=", changeSetId)
    .where("applied_at", "is", null)
    .where(
      sql<boolean>`change_set.withdrawing is null and change_set.checking is null and change_set.going_back is null
        and change_set.act is null and exists (select 1 from change where change.change_set_id = change_set.id
          and change.state in ('in review', 'approved'))
        and not exists (select 1 from change where change.change_set_id = change_set.id
          and change.state not in ('in review', 'approved', 'rejected', 'withdrawn'))`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether more can be staged into this set. */
export async function takesMore(db: Database | Transaction, changeSetId: string): Promise<boolean> {
  const row = await db
    .selectFrom("change_set")
    .select("id")
    .where("id", "=", changeSetId)
    .where("applied_at", "is", null)
    .where(takesDrafts)
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest set of a person in an index into which more can be staged. */
export async function selectOpenDraft(db: Database, of: DraftOf): Promise<ChangeSetRow | undefined> {
  return await openDraft(db, of).executeTakeFirst();
}

/**
 * As `selectOpenDraft`, locked until the transaction ends. Where there is none, whoever else looks for one waits for that end: two
 * windows of one person open one draft.
 */
export async function lockOpenDraft(trx: Transaction, of: DraftOf): Promise<ChangeSetRow | undefined> {
  const lock = async () => await openDraft(trx, of).forUpdate().executeTakeFirst();
  const open = await lock();
  if (open !== undefined) return open;
  const key = `draft ${of.connectionId} ${of.indexId} ${of.actorId}`;
  await sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(trx);
  return await lock();
}

function openDraft(db: Database | Transaction, { connectionId, indexId, actorId }: DraftOf) {
  return (
    db
      .selectFrom("change_set")
      .selectAll()
      .where("connection_id", "=", connectionId)
      .where("index_id", "=", indexId)
      .where("applied_at", "is", null)
      // What reverts a set, was split off from one, or retries it, stays by itself.
      .where("reverts_id", "is", null)
      .where("split_from_id", "is", null)
      .where("retry_of_id", "is", null)
      // What is staged after a set was scheduled is not applied at its hour with nobody there.
      .where("schedule", "is", null)
      .where(sql<string>`change_set.created_by ->> 'id'`, "=", actorId)
      .where(takesDrafts)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(1)
  );
}

/** The set that was opened in an index by this request, if it was not applied. */
export async function selectDraftOfRequest(
  db: Database,
  { connectionId, indexId, requestId }: { connectionId: string; indexId: string; requestId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("change_set")
    .innerJoin("journal", "journal.subject", "change_set.id")
    .select("change_set.id")
    .where("change_set.connection_id", "=", connectionId)
    .where("change_set.index_id", "=", indexId)
    .where("change_set.applied_at", "is", null)
    .where("journal.index_id", "=", indexId)
    .where("journal.action", "=", "change-set.create")
    .where("journal.request_id", "=", requestId)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
