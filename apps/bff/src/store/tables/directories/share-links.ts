import { type Selectable, sql } from "kysely";
import type { ShareLinkTable } from "#/store/schema/index-version-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { json } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import type { RosterOf } from "./roster.ts";

export type ShareLinkRow = Selectable<ShareLinkTable>;

export async function insertShareLink(
  trx: Transaction,
  {
    createdBy,
    ...row
  }: Omit<
    ShareLinkRow,
    "created_by" | "revoked_at" | "last_used_at" | "minute_from" | "minute_uses" | "minute_answers"
  > & {
    createdBy: Actor;
  },
): Promise<void> {
  await trx
    .insertInto("share_link")
    .values({ ...row, created_by: json(createdBy) })
    .execute();
}

/** The links that are neither revoked nor over, of one directory where that is given, the newest first. */
export async function selectShareLinks(
  db: Database,
  {
    connectionId,
    indexId,
    now,
    limit,
  }: { connectionId: string; indexId: string | undefined; now: Date; limit: number },
): Promise<(ShareLinkRow & { label: string; owned_by: string | null; archived_at: Date | null; total: number })[]> {
  return await db
    .selectFrom("share_link")
    .innerJoin("index_version", (join) =>
      join
        .onRef("index_version.connection_id", "=", "share_link.connection_id")
        .onRef("index_version.id", "=", "share_link.index_id"),
    )
    .selectAll("share_link")
    .select(["index_version.label", "index_version.referrer_id as owned_by", "index_version.archived_at"])
    .select(sql<number>`(count(*) over ())::integer`.as("total"))
    .where("share_link.connection_id", "=", connectionId)
    .$if(indexId !== undefined, (query) => query.where("share_link.index_id", "=", indexId ?? ""))
    .where("index_version.deleted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("share_link.created_at", "desc")
    .orderBy("share_link.id")
    .limit(limit)
    .execute();
}

/** The link with this secret, if it is neither revoked nor over, with this use of it counted. */
export async function useShareLink(
  db: Database,
  { secretHash, now }: { secretHash: string; now: Date },
): Promise<ShareLinkRow | undefined> {
  const isNew = sql<boolean>`minute_from is null or minute_from <= ${now}::timestamptz - interval '1 minute'`;
  return await db
    .updateTable("share_link")
    .set({
      last_used_at: now,
      minute_from: sql`case when ${isNew} then ${now}::timestamptz else minute_from end`,
      minute_uses: sql`case when ${isNew} then 1 else minute_uses + 1 end`,
      minute_answers: sql`case when ${isNew} then 0 else minute_answers end`,
    })
    .where("secret_hash", "=", secretHash)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}

/** Revokes every link that somebody made, whoever else may see its directory. */
export async function revokeShareLinksOf(trx: Transaction, makerId: string, now: Date): Promise<void> {
  await trx
    .updateTable("share_link")
    .set({ revoked_at: now })
    .where(sql`created_by ->> 'id'`, "=", makerId)
    .where("revoked_at", "is", null)
    .execute();
}

/** undefined where the directory has no such link, or it is revoked already. */
export async function markShareLinkRevoked(
  trx: Transaction,
  { connectionId, indexId, id, now }: RosterOf & { id: string; now: Date },
): Promise<ShareLinkRow | undefined> {
  return await trx
    .updateTable("share_link")
    .set({ revoked_at: now })
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}
