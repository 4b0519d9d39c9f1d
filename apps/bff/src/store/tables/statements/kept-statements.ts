import type { Json } from "@dc/directory";
import { json } from "#/store/sql/json.ts";
import type { Database } from "#/store/sql/transaction.ts";

interface KeptFor {
  personId: string;
  connectionId: string;
}

/** The statement that a person began since then. */
export async function selectKeptStatement(
  db: Database,
  { personId, connectionId }: KeptFor,
  since: Date,
): Promise<{ content: Json; kept_at: Date } | undefined> {
  return await db
    .selectFrom("kept_statement")
    .select(["content", "kept_at"])
    .where("person_id", "=", personId)
    .where("connection_id", "=", connectionId)
    .where("kept_at", ">=", since)
    .executeTakeFirst();
}

/** Keeps a statement in the place of the one before, and drops those of anybody that are older than `since`. */
export async function keepStatement(
  db: Database,
  { personId, connectionId }: KeptFor,
  { content, now, since }: { content: Json; now: Date; since: Date },
): Promise<void> {
  await db.deleteFrom("kept_statement").where("kept_at", "<", since).execute();
  const kept = { content: json(content), kept_at: now };
  await db
    .insertInto("kept_statement")
    .values({ person_id: personId, connection_id: connectionId, ...kept })
    .onConflict((conflict) => conflict.columns(["person_id", "connection_id"]).doUpdateSet(kept))
    .execute();
}

export async function deleteKeptStatement(db: Database, { personId, connectionId }: KeptFor): Promise<void> {
  await db
    .deleteFrom("kept_statement")
    .where("person_id", "=", personId)
    .where("connection_id", "=", connectionId)
    .execute();
}
