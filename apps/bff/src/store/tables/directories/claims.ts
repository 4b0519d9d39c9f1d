import { type Insertable, type Selectable, sql } from "kysely";
import type { ClaimTable } from "#/store/schema/index-version-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { json } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import type { RosterOf } from "./roster.ts";

export type ClaimRow = Selectable<ClaimTable>;

export async function insertClaim(trx: Transaction, row: Insertable<ClaimTable>): Promise<void> {
  await trx.insertInto("claim").values(row).execute();
}

/**
 * How many answers of a link wait, and how many came in the minute that is counted, with this one, also if they were taken back
 * since; locks the link until the transaction ends.
 */
export async function countAnswers(trx: Transaction, linkId: string): Promise<{ open: number; recent: number }> {
  const { rows } = await sql<{ open: number; recent: number }>`
    update share_link set minute_answers = minute_answers + 1 where id = ${linkId} returning minute_answers as recent,
      (select count(*) from claim where share_link_id = ${linkId} and outcome is null)::integer as open`.execute(trx);
  return rows[0] ?? { open: 0, recent: 0 };
}

/** What was said with a link, the newest first. */
export async function selectAnswers(db: Database, linkId: string): Promise<ClaimRow[]> {
  return await db
    .selectFrom("claim")
    .selectAll()
    .where("share_link_id", "=", linkId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(1000)
    .execute();
}

/** Takes back what was said with a link and waits; false where there is nothing. */
export async function deleteAnswer(trx: Transaction, { linkId, id }: { linkId: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("claim")
    .where("share_link_id", "=", linkId)
    .where("id", "=", id)
    .where("outcome", "is", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export type ListedClaimRow = ClaimRow & { shared_with: string; total: number };

/** The answers about a directory that wait, or are settled, the newest first. */
export async function selectClaims(
  db: Database,
  { connectionId, indexId, isOpen, limit }: RosterOf & { isOpen: boolean; limit: number },
): Promise<ListedClaimRow[]> {
  return await db
    .selectFrom("claim")
    .innerJoin("share_link", "share_link.id", "claim.share_link_id")
    .selectAll("claim")
    .select(["share_link.shared_with", sql<number>`(count(*) over ())::integer`.as("total")])
    .where("claim.connection_id", "=", connectionId)
    .where("claim.index_id", "=", indexId)
    .where("claim.outcome", isOpen ? "is" : "is not", null)
    .orderBy("claim.created_at", "desc")
    .orderBy("claim.id")
    .limit(limit)
    .execute();
}

/** Of each of these directories the newest answer that waits. */
export async function selectNewestClaims(
  db: Database,
  { connectionId, indexIds }: { connectionId: string; indexIds: readonly string[] },
): Promise<ClaimRow[]> {
  if (indexIds.length === 0) return [];
  return await db
    .selectFrom("claim")
    .selectAll()
    .distinctOn("index_id")
    .where("connection_id", "=", connectionId)
    .where("index_id", "in", [...indexIds])
    .where("outcome", "is", null)
    .orderBy("index_id")
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

export async function selectClaim(
  db: Database | Transaction,
  { connectionId, indexId, id }: RosterOf & { id: string },
): Promise<Omit<ListedClaimRow, "total"> | undefined> {
  return await db
    .selectFrom("claim")
    .innerJoin("share_link", "share_link.id", "claim.share_link_id")
    .selectAll("claim")
    .select("share_link.shared_with")
    .where("claim.connection_id", "=", connectionId)
    .where("claim.index_id", "=", indexId)
    .where("claim.id", "=", id)
    .executeTakeFirst();
}

export type CorrectedClaimRow = Pick<
  ListedClaimRow,
  "index_id" | "practitioner_id" | "about" | "change" | "words" | "how_known" | "said_by" | "created_at" | "shared_with"
>;

/** The answer that this draft was opened to correct. */
export async function selectCorrectedClaim(
  db: Database | Transaction,
  changeSetId: string,
): Promise<CorrectedClaimRow | undefined> {
  return await db
    .selectFrom("claim")
    .innerJoin("share_link", "share_link.id", "claim.share_link_id")
    .select([
      "claim.index_id",
      "practitioner_id",
      "about",
      "claim.change",
      "words",
      "how_known",
      "said_by",
      "claim.created_at",
      "shared_with",
    ])
    .where("change_set_id", "=", changeSetId)
    .executeTakeFirst();
}

/** False where somebody settled it before, or it was taken back. */
export async function settleClaimRow(
  trx: Transaction,
  id: string,
  {
    by,
    at,
    ...settled
  }: {
    outcome: NonNullable<ClaimRow["outcome"]>;
    by: Actor;
    at: Date;
    reason: string | null;
    change_set_id: string | null;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("claim")
    .set({ ...settled, settled_by: json(by), settled_at: at })
    .where("id", "=", id)
    .where("outcome", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
