import type { RecordKey } from "@dc/directory";
import type { Selectable } from "kysely";
import { amongRecords } from "#/store/sql/among-records.ts";
import type { FieldMemoryTable } from "#/store/schema/ledger-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type FieldMemoryRow = Selectable<FieldMemoryTable>;

/** In place of a field: what is remembered of the record itself. */
export const WHOLE_RECORD = "";

export interface FieldOfIndex {
  connectionId: string;
  indexId: string;
  record: RecordKey;
  field: string;
}

/** The stored L and K of all fields of these records in an index. */
export async function selectFieldMemories(
  db: Database | Transaction,
  { connectionId, indexId, records }: { connectionId: string; indexId: string; records: readonly RecordKey[] },
): Promise<FieldMemoryRow[]> {
  if (records.length === 0) return [];
  return await db
    .selectFrom("field_memory")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(amongRecords(records))
    .execute();
}
