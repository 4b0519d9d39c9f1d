import { type Selectable, sql } from "kysely";
import type { Actor } from "#/store/schema/stored-values.ts";
import { json } from "#/store/sql/json.ts";
import type { ProfileRevisionTable } from "#/store/schema/connection-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type ProfileRevisionRow = Selectable<ProfileRevisionTable>;

export async function selectNewestRevision(
  db: Database | Transaction,
  connectionId: string,
): Promise<ProfileRevisionRow | undefined> {
  return await db
    .selectFrom("profile_revision")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function selectRevision(
  db: Database,
  connectionId: string,
  number: number,
): Promise<ProfileRevisionRow | undefined> {
  return await db
    .selectFrom("profile_revision")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("number", "=", number)
    .executeTakeFirst();
}

/** Newest first, without content. */
export async function selectRevisions(
  db: Database,
  connectionId: string,
): Promise<(Omit<ProfileRevisionRow, "content"> & { is_of_settings: boolean })[]> {
  return await db
    .selectFrom("profile_revision")
    .select(["connection_id", "number", "name", "hash", "why", "created_by", "created_at"])
    .select(sql<boolean>`content is null`.as("is_of_settings"))
    .where("connection_id", "=", connectionId)
    .orderBy("number", "desc")
    .limit(100)
    .execute();
}

export interface NewRevision {
  connectionId: string;
  number: number;
  name: string;
  hash: string;
  content: string | null;
  why: string | null;
  createdBy: Actor;
  createdAt: Date;
}

/** False if a revision with this number was written concurrently. */
export async function insertRevision(trx: Transaction, revision: NewRevision): Promise<boolean> {
  const { connectionId, number, name, hash, content, why, createdBy, createdAt } = revision;
  const inserted = await trx
    .insertInto("profile_revision")
    .values({
      connection_id: connectionId,
      number,
      name,
      hash,
      content,
      why,
      created_by: json(createdBy),
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.columns(["connection_id", "number"]).doNothing())
    .returning("number")
    .execute();
  return inserted.length === 1;
}
