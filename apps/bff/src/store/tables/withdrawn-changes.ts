import type { Actor } from "./actor.ts";
import { amongRecords } from "#/store/sql/among-records.ts";
import type { ChangeRow, RecordsOfIndex } from "./changes.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** The changes of these records that were withdrawn last, newest first, with who did it as the journal says. */
export async function selectWithdrawnOn(
  db: Database,
  { connectionId, indexId, records }: RecordsOfIndex,
  limit: number,
): Promise<(ChangeRow & { withdrawn_by: Actor | null })[]> {
  if (records.length === 0) return [];
  return await db
    .selectFrom("change")
    .selectAll()
    .select((select) =>
      select
        .selectFrom("journal")
        .select("journal.actor")
        .whereRef("journal.subject", "=", "change.id")
        .orderBy("journal.seq", "desc")
        .limit(1)
        .as("withdrawn_by"),
    )
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(amongRecords(records))
    .where("state", "=", "withdrawn")
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}
