import type { RecordKey } from "@dc/directory";
import { type RawBuilder, type SqlBool, sql } from "kysely";

export interface RecordAt {
  indexId: string;
  record: RecordKey;
}

/** The columns that name a record in its index. */
export const keyOfRecord = ["connection_id", "index_id", "record_type", "record_id"] as const;

/** The record that a row is about. */
export function recordOf(row: { record_type: string; record_id: string }): RecordKey {
  return { type: row.record_type, id: row.record_id };
}

/** The record that a row is about, with its index. */
export function recordAt(row: { index_id: string; record_type: string; record_id: string }): RecordAt {
  return { indexId: row.index_id, record: recordOf(row) };
}

/**
 * The condition that a row is about one of these records: one list of ids for each type, so that an index serves lists
 * of any length. The list is read from a query, so that one plan serves them too: a short array is planned anew each time.
 */
export function amongRecords(records: readonly RecordKey[], table?: string): RawBuilder<SqlBool> {
  const column = columnsOf(table);
  return anyOf(
    [...Map.groupBy(records, ({ type }) => type)].map(
      ([type, ofType]) =>
        sql<SqlBool>`${column("record_type")} = ${type} and ${column("record_id")} = any(array(select unnest(${idsOf(ofType)}::text[])))`,
    ),
  );
}

/** The same for records of several index versions. */
export function amongRecordsAt(records: readonly RecordAt[]): RawBuilder<SqlBool> {
  const byIndex = Map.groupBy(records, ({ indexId }) => indexId);
  return anyOf(
    [...byIndex].map(
      ([indexId, ofIndex]) =>
        sql<SqlBool>`index_id = ${indexId} and ${amongRecords(ofIndex.map(({ record }) => record))}`,
    ),
  );
}

function anyOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  if (conditions.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  )})`;
}

function columnsOf(table: string | undefined) {
  return (name: string) => sql.ref(table === undefined ? name : `${table}.${name}`);
}

function idsOf(records: readonly RecordKey[]): string[] {
  return [...new Set(records.map(({ id }) => id))];
}
