import type { RosterOf } from "./roster.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** An id of ours for a record that the service has not got yet. */
export const provisionalId = /^new_[0-9A-Za-z]{16}$/;

/** True for a record that is made here: the service cannot have it. */
export function isProvisional({ id }: { id: string }): boolean {
  return id.startsWith("new_");
}

/** The id that the service gave in the place of a provisional one; any other id as it is. */
export async function givenId(
  db: Database | Transaction,
  { connectionId, indexId, type, id }: RosterOf & { type: string; id: string },
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

/** Whether the service gave this id in the place of a provisional one. */
export async function wasGiven(
  db: Database,
  { connectionId, indexId, type, recordId }: RosterOf & { type: string; recordId: string },
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
