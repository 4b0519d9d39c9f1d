import type { BookingAttemptState } from "#/store/schema/request-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export interface NewBookingAttempt {
  connectionId: string;
  id: string;
  /** Null for an attempt that concerns no slot. */
  slotDigest: string | null;
  at: Date;
}

/** Stores an attempt before it is sent; false if it exists already, or another one of the slot is open. */
export async function insertBookingAttempt(
  trx: Transaction,
  { connectionId, id, slotDigest, at }: NewBookingAttempt,
): Promise<boolean> {
  const inserted = await trx
    .insertInto("booking_attempt")
    .values({ connection_id: connectionId, id, slot_digest: slotDigest, state: "sending", at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return inserted.length === 1;
}

export async function hasBookingAttempt(trx: Transaction, connectionId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom("booking_attempt")
    .select("id")
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function endBookingAttempt(
  db: Database,
  { connectionId, id, state }: { connectionId: string; id: string; state: Exclude<BookingAttemptState, "sending"> },
): Promise<void> {
  await db
    .updateTable("booking_attempt")
    .set({ state })
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .execute();
}

export async function forgetBookingAttempts(trx: Transaction, connectionId: string, until: Date): Promise<void> {
  await trx.deleteFrom("booking_attempt").where("connection_id", "=", connectionId).where("at", "<=", until).execute();
}
