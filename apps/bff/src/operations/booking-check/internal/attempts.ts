import { createHash } from "node:crypto";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import {
  endBookingAttempt,
  forgetBookingAttempts,
  hasBookingAttempt,
  insertBookingAttempt,
} from "#/store/tables/connections/booking-attempts.ts";

/** How long an attempt is kept: longer than anybody repeats it or the outcome of a slot stays open. */
const KEPT_HOURS = 24;

export interface Attempt {
  attemptId: string;
  /** The slot to book; absent for attempts that concern no slot. */
  slot?: { scheduleId: string; startAt: string };
}

/**
 * Stores an attempt before it is sent; refused if any process took it before, or while a booking of the slot is open.
 * Only digests of the attempt, which is the caller's own, and of the slot are kept, never a patient.
 */
export async function beginAttempt(context: RequestContext, { attemptId, slot }: Attempt): Promise<void> {
  const { connection, deps } = context;
  const now = deps.clock.now();
  const id = digestOf(context.personId, attemptId);
  await inTransaction(context, async (trx) => {
    await forgetBookingAttempts(trx, connection.id, new Date(now.getTime() - KEPT_HOURS * 3_600_000));
    const isTaken = await insertBookingAttempt(trx, {
      connectionId: connection.id,
      id,
      slotDigest: slot === undefined ? null : digestOf(slot.scheduleId, slot.startAt),
      at: now,
    });
    if (isTaken) return;
    throw (await hasBookingAttempt(trx, connection.id, id))
      ? operationError("outcome_unknown", "booking-sent")
      : operationError("outcome_unknown", "booking-of-slot", { hours: KEPT_HOURS });
  });
}

/** Stores the outcome of an attempt. Once it is certain, another attempt can use the slot. */
export async function endAttempt(
  { connection, deps, personId }: RequestContext,
  attemptId: string,
  state: "done" | "refused" | "unknown",
): Promise<void> {
  const id = digestOf(personId, attemptId);
  await endBookingAttempt(deps.store.db, { connectionId: connection.id, id, state });
}

function digestOf(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
