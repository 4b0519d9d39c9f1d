import type { Booking, BookInput } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { journal } from "#/context/journal.ts";
import { bookSlot } from "#/upstream/booking.ts";
import { bookableSide, closedText } from "./internal/bookable-side.ts";
import { beginAttempt, endAttempt } from "./internal/attempts.ts";
import { requireTestMode } from "./internal/require-test-mode.ts";

/** Books a slot in test mode, once. The journal names the slot, but neither patient nor appointment. */
export async function bookAppointment(context: RequestContext, { attemptId, ...input }: BookInput): Promise<Booking> {
  requireTestMode(context);
  const { actor, deps } = context;
  const { indexId, scheduleId, slot } = input;
  const index = await loadIndexVersion(context, indexId);
  await beginAttempt(context, { attemptId, slot: { scheduleId, startAt: slot.startAt } });
  const sent = await send();
  const isDone = sent.outcome === "done";
  await inTransaction(context, (trx) =>
    journal(context, trx, {
      subject: scheduleId,
      indexId,
      message: {
        code: isDone ? "booking.simulate" : "booking.unknown",
        params: { by: actor.name, index: index.label },
      },
    }),
  );
  if (!isDone) return sent;
  const { id, status, startAt } = sent.value;
  return { outcome: "simulated", appointment: { id, status, startAt } };

  /** A refusal together with what the schedule itself says of being booked, where that is why. */
  async function withReason(refusal: OperationError): Promise<OperationError> {
    if (refusal.code !== "service_refused") return refusal;
    const closed = closedText(await bookableSide(deps, { indexId, scheduleId, isJustRead: false }));
    if (closed === null) return refusal;
    return new OperationError(refusal.code, `${refusal.message} ${closed}`, { service: refusal.service ?? null });
  }

  async function send() {
    try {
      const outcome = await bookSlot(deps.service, input);
      await endAttempt(context, attemptId, outcome.outcome);
      return outcome;
    } catch (error) {
      // Errors are thrown only for refusals and unsent requests, so the service did nothing.
      if (!(error instanceof OperationError)) throw error;
      await endAttempt(context, attemptId, "refused");
      throw await withReason(error);
    }
  }
}
