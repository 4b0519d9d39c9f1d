import type { Baseline, Known, Reading, RecordKey } from "@dc/directory";
import type { Selectable } from "kysely";
import { amongRecords } from "#/store/sql/among-records.ts";
import { jsonOrNull } from "#/store/sql/json.ts";
import type { FieldMemoryTable } from "#/store/sql/schema.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type FieldMemoryRow = Selectable<FieldMemoryTable>;

export interface FieldOfIndex {
  connectionId: string;
  indexId: string;
  record: RecordKey;
  field: string;
}

/** L and K of one field as they are now, held until the transaction ends: who decides next waits, and starts from what was decided. */
export async function lockFieldMemory(
  trx: Transaction,
  { connectionId, indexId, record, field }: FieldOfIndex,
): Promise<FieldMemoryRow> {
  await trx
    .insertInto("field_memory")
    .values({ connection_id: connectionId, index_id: indexId, record_type: record.type, record_id: record.id, field })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await trx
    .selectFrom("field_memory")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", record.type)
    .where("record_id", "=", record.id)
    .where("field", "=", field)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** L and K of every field of these records of an index that have any. */
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

/** Writes what is given of L, of K and of what was proposed; the rest stays. */
export async function writeFieldMemory(
  trx: Transaction,
  { connectionId, indexId, record, field }: FieldOfIndex,
  memory: { baseline?: Baseline; known?: Known; proposed?: { [element: string]: Reading } },
): Promise<void> {
  const set = {
    ...(memory.baseline === undefined ? {} : { baseline: jsonOrNull(memory.baseline) }),
    ...(memory.known === undefined ? {} : { known: jsonOrNull(memory.known) }),
    ...(memory.proposed === undefined ? {} : { proposed: jsonOrNull(memory.proposed) }),
  };
  await trx
    .insertInto("field_memory")
    .values({
      connection_id: connectionId,
      index_id: indexId,
      record_type: record.type,
      record_id: record.id,
      field,
      ...set,
    })
    .onConflict((conflict) =>
      conflict.columns(["connection_id", "index_id", "record_type", "record_id", "field"]).doUpdateSet(set),
    )
    .execute();
}
