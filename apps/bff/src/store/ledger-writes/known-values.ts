import type { Baseline, Known, Reading } from "@dc/directory";
import { jsonOrNull } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { AssignedId } from "#/store/tables/assigned-ids.ts";
import type { FieldMemoryRow, FieldOfIndex } from "#/store/tables/known-values.ts";

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

/** Puts the id that the service assigned in the place of the provisional one. */
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
