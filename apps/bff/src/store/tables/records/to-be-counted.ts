import type { RecordKey } from "@dc/directory";
import type { Database } from "#/store/sql/transaction.ts";

/** The records of an index of which something was committed whose counts are still to be derived. */
export async function selectToBeCounted(
  db: Database,
  { connectionId, indexId }: { connectionId: string; indexId: string },
): Promise<RecordKey[]> {
  const rows = await db
    .selectFrom("ledger_outbox")
    .select("records")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .execute();
  return rows.flatMap(({ records }) => records);
}
