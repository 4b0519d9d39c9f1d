import { indexRecordKey } from "@dc/directory";
import { recordAt } from "#/store/sql/among-records.ts";
import { oneOf } from "#/store/sql/row-lists.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

interface RecordOfIndex {
  connection_id: string;
  index_id: string;
  record_type: string;
  record_id: string;
}

/** The names of these records by their rosters; null if no roster has a name. */
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
    .where("index_id", "=", oneOf(records.map((record) => record.index_id)))
    .where("record_id", "=", oneOf(records.map((record) => record.record_id)))
    .execute();
  const names = new Map(rows.map((row) => [indexRecordKey(recordAt(row)), row.name]));
  return (record) => names.get(indexRecordKey(recordAt(record))) ?? null;
}

/** The practitioner of each of these schedules by the rosters; null for other records and unread ones. */
export async function selectOwners(
  db: Database | Transaction,
  records: readonly RecordOfIndex[],
): Promise<(record: RecordOfIndex) => { id: string; name: string | null } | null> {
  const [first] = records;
  if (first === undefined) return () => null;
  const rows = await db
    .selectFrom("roster_entry as entry")
    .leftJoin("roster_entry as owner", (join) =>
      join
        .onRef("owner.connection_id", "=", "entry.connection_id")
        .onRef("owner.index_id", "=", "entry.index_id")
        .on("owner.record_type", "=", "practitioner")
        .onRef("owner.record_id", "=", "entry.practitioner_id"),
    )
    .select(["entry.index_id", "entry.record_type", "entry.record_id", "entry.practitioner_id", "owner.name"])
    .where("entry.connection_id", "=", first.connection_id)
    .where("entry.index_id", "=", oneOf(records.map((record) => record.index_id)))
    .where("entry.record_id", "=", oneOf(records.map((record) => record.record_id)))
    .where("entry.record_type", "!=", "practitioner")
    .execute();
  const owners = new Map(
    rows.flatMap(({ practitioner_id: id, name, ...record }) =>
      id === null ? [] : [[indexRecordKey(recordAt(record)), { id, name }] as const],
    ),
  );
  return (record) => owners.get(indexRecordKey(recordAt(record))) ?? null;
}
