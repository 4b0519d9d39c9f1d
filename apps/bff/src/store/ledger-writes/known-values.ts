import type { Baseline, Known, Reading } from "@dc/directory";
import { jsonOrNull } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { AssignedId } from "#/store/tables/assigned-ids.ts";
import type { FieldMemoryRow, FieldOfIndex } from "#/store/tables/known-values.ts";

/**
 * Locks L and K of one field until the transaction ends, so that concurrent decisions start from each other's result.
 */
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

/** Writes the given parts of L, K and the proposed values; the others stay. */
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

/** Replaces the provisional id with the one that the service assigned. */
export async function renameRecordInFieldMemories(
  trx: Transaction,
  { connectionId, indexId, type, provisionalId, recordId }: AssignedId,
): Promise<void> {
  await trx
    .updateTable("field_memory")
    .set({ record_id: recordId })
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", type)
    .where("record_id", "=", provisionalId)
    .execute();
}
