import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** What the index versions of some rows are called by us. */
export async function selectIndexNames(
  db: Database | Transaction,
  rows: readonly { connection_id: string; index_id: string }[],
): Promise<Map<string, string>> {
  const [first] = rows;
  if (first === undefined) return new Map();
  const found = await db
    .selectFrom("index_version")
    .select(["id", "label"])
    .where("connection_id", "=", first.connection_id)
    .where("id", "in", [...new Set(rows.map((row) => row.index_id))])
    .execute();
  return new Map(found.map(({ id, label }) => [id, label]));
}
