import type { ChangeRow } from "./changes.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** The changes that decide the overrides of an index, in the order of approval. */
export async function selectDecidingChanges(db: Database, connectionId: string, indexId: string): Promise<ChangeRow[]> {
  return await db
    .selectFrom("change")
    .selectAll()
    .where("id", "in", (where) =>
      where
        .selectFrom("override")
        .select("change_id")
        .where("connection_id", "=", connectionId)
        .where("index_id", "=", indexId),
    )
    .orderBy("approval_order")
    .orderBy("id")
    .execute();
}

/** A set of this name in an index that nobody approved. */
export async function selectDraftByName(
  db: Database,
  { connectionId, indexId, name }: { connectionId: string; indexId: string; name: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("change_set")
    .select("id")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("name", "=", name)
    .where("approved_at", "is", null)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
