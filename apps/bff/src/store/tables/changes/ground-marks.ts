import { indexRecordKey } from "@dc/directory";
import { sql } from "kysely";
import { amongRecordsAt, type RecordAt, recordAt } from "#/store/sql/among-records.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { oneOf } from "#/store/sql/row-lists.ts";
import { type ChangeRow, selectChangesByIds, stateNow } from "./changes.ts";

interface Row {
  index_id: string;
  record_type: string;
  record_id: string;
  mark: string;
}

/** The records of which a set has changes, with their number. */
export async function selectRecordsOfSet(
  db: Database | Transaction,
  changeSetId: string,
): Promise<(RecordAt & { changes: number })[]> {
  const rows = await db
    .selectFrom("change")
    .select(({ fn }) => ["index_id", "record_type", "record_id", fn.countAll<number>().as("changes")])
    .where("change_set_id", "=", changeSetId)
    .groupBy(["index_id", "record_type", "record_id"])
    .execute();
  return rows.map((row) => ({ ...recordAt(row), changes: Number(row.changes) }));
}

/**
 * By `indexRecordKey`, a text that is another one once anything is another that the changes of a record stand on: any change of
 * it, the state that one reads as, or what is kept of the record in its index or in the standard one. Each row is told by the
 * transaction that wrote it, also where whoever is limited does not see it.
 */
export async function selectGroundMarks(
  trx: Transaction,
  { connectionId, standardIndex }: { connectionId: string; standardIndex: string },
  records: readonly RecordAt[],
): Promise<ReadonlyMap<string, string>> {
  const { rows: changes } = await sql<Row>`
    select index_id, record_type, record_id,
      string_agg(concat_ws(' ', id, change.xmin::text, ${stateNow}), ',' order by id) as mark
    from public.change where connection_id = ${connectionId} and ${amongRecordsAt(records)}
    group by index_id, record_type, record_id`.execute(trx);
  const standard = records.map(({ record }) => ({ indexId: standardIndex, record }));
  const { rows: readings } = await sql<Row>`
    select index_id, record_type, record_id, xmin::text as mark
    from public.reading where connection_id = ${connectionId} and ${amongRecordsAt([...records, ...standard])}`.execute(
    trx,
  );
  const markOf = (rows: readonly Row[]) => new Map(rows.map((row) => [indexRecordKey(recordAt(row)), row.mark]));
  const [changed, read] = [markOf(changes), markOf(readings)];
  return new Map(
    records.map(({ indexId, record }) => {
      const key = indexRecordKey({ indexId, record });
      const base = indexRecordKey({ indexId: standardIndex, record });
      return [key, [changed.get(key), read.get(key), read.get(base)].join(";")];
    }),
  );
}

/** A change as it was read, and by which transaction it was written. */
export interface ReadChange {
  row: ChangeRow;
  mark: string;
}

/** The same of these changes. */
export async function withMarks(trx: Transaction, rows: readonly ChangeRow[]): Promise<ReadChange[]> {
  const { rows: marks } = await sql<{ id: string; mark: string }>`
    select id, xmin::text as mark from public.change where id = ${oneOf(rows.map(({ id }) => id))}`.execute(trx);
  const markOf = new Map(marks.map(({ id, mark }) => [id, mark]));
  return rows.map((row) => ({ row, mark: markOf.get(row.id) ?? "" }));
}

/** As `selectChangesOfSet`, where of what was read before only that is read again which is another since. */
export async function selectChangesAgain(
  trx: Transaction,
  changeSetId: string,
  known: ReadonlyMap<string, ReadChange>,
): Promise<ChangeRow[]> {
  const { rows } = await sql<{ id: string; mark: string; state: ChangeRow["state"] }>`
    select id, xmin::text as mark, ${stateNow} as state from public.change where change_set_id = ${changeSetId}
    order by approval_order nulls last, staged_order`.execute(trx);
  const kept = rows.map(({ id, mark, state }) => {
    const read = known.get(id);
    return read?.mark === mark && read.row.state === state ? read.row : id;
  });
  const fresh = await selectChangesByIds(
    trx,
    kept.filter((row) => typeof row === "string"),
  );
  const freshOf = new Map(fresh.map((row) => [row.id, row]));
  return kept.flatMap((row) => (typeof row === "string" ? (freshOf.get(row) ?? []) : row));
}
