import type { CreatedPatient, CreatePatientInput } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context.ts";
import { appendJournal } from "#/store/journal.ts";
import { createPatient as create } from "#/upstream/booking.ts";
import type { Attempts } from "./attempts.ts";
import { requireTestMode } from "./require-test-mode.ts";

/** Creates a patient in test mode, once. The journal says that it was done, and nothing of the patient. */
export async function createPatient(
  context: RequestContext,
  attempts: Attempts,
  { attemptId, ...patient }: CreatePatientInput,
): Promise<CreatedPatient> {
  requireTestMode(context);
  attempts.begin(attemptId);
  const { actor, connection, deps, requestId } = context;
  const sent = await create(deps.service, patient);
  const isDone = sent.outcome === "done";
  await inTransaction(context, (trx) =>
    appendJournal(trx, {
      connectionId: connection.id,
      at: deps.clock.now(),
      actor,
      action: isDone ? "patient.create" : "patient.unknown",
      subject: connection.id,
      sentence: isDone
        ? `${actor.name} created a patient in test mode`
        : `${actor.name} asked for a patient in test mode; the outcome is not known`,
      requestId,
    }),
  );
  return isDone ? { outcome: "created", patient: { ...sent.value } } : sent;
}
