import type { Database, Transaction } from "./transaction.ts";

interface RecordOfIndex {
  connection_id: string;
  index_id: string;
  record_type: string;
  record_id: string;
}

/** The names by which rosters know these records; null for one that no roster has named. */
export async function selectRecordNames(
  db: Database | Transaction,
  records: readonly RecordOfIndex[],
): Promise<(record: RecordOfIndex) => string | null> {
  const [first] = records;
  if (first === undefined) return () => null;
  const rows = await db
    .selectFrom("roster_entry")
    .select(["index_id", "record_type", "record_id", "name"])
    .where("connection_id", "=", first.connection_id)
    .where("index_id", "in", [...new Set(records.map((record) => record.index_id))])
    .where("record_id", "in", [...new Set(records.map((record) => record.record_id))])
    .execute();
  const names = new Map(rows.map((row) => [keyOf(row), row.name]));
  return (record) => names.get(keyOf(record)) ?? null;
}

const keyOf = (record: Omit<RecordOfIndex, "connection_id">) =>
  `${record.index_id} ${record.record_type} ${record.record_id}`;
