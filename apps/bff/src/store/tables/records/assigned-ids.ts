import type { Database, Transaction } from "#/store/sql/transaction.ts";

interface IndexOfConnection {
  connectionId: string;
  indexId: string;
}

/** True for a record to be created here, which the service cannot have. */
export function isProvisional({ id }: { id: string }): boolean {
  return /^new_[0-9A-Za-z]{16}$/.test(id);
}

/** The id that the service assigned to a record that was created here. */
export interface AssignedId extends IndexOfConnection {
  type: string;
  provisionalId: string;
  recordId: string;
}

export async function insertAssignedId(
  trx: Transaction,
  { connectionId, indexId, type, provisionalId: provisional, recordId }: AssignedId,
  now: Date,
): Promise<void> {
  await trx
    .insertInto("given_id")
    .values({
      connection_id: connectionId,
      index_id: indexId,
      record_type: type,
      provisional_id: provisional,
      record_id: recordId,
      given_at: now,
    })
    .execute();
}

/** The ids that the service assigned to records of a type that were created in an index. */
export async function selectAssignedIds(
  db: Database,
  { connectionId, indexId, type }: IndexOfConnection & { type: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("given_id")
    .select("record_id")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", type)
    .execute();
  return rows.map((row) => row.record_id);
}

/** The assigned id for a provisional one; any other id unchanged. */
export async function assignedId(
  db: Database | Transaction,
  { connectionId, indexId, type, id }: IndexOfConnection & { type: string; id: string },
): Promise<string> {
  if (!isProvisional({ id })) return id;
  const row = await db
    .selectFrom("given_id")
    .select("record_id")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", type)
    .where("provisional_id", "=", id)
    .executeTakeFirst();
  return row?.record_id ?? id;
}

/** Whether the service assigned this id to a record created here. */
export async function isAssignedId(
  db: Database,
  { connectionId, indexId, type, recordId }: IndexOfConnection & { type: string; recordId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("given_id")
    .select("record_id")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", type)
    .where("record_id", "=", recordId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
