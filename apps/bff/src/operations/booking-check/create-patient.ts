import type { CreatedPatient, CreatePatientInput } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { journal } from "#/context/journal.ts";
import { createPatient as create } from "#/upstream/booking.ts";
import { beginAttempt, endAttempt } from "./internal/attempts.ts";
import { requireTestMode } from "./internal/require-test-mode.ts";

/** Creates a patient in test mode, once. The journal contains nothing about the patient. */
export async function createPatient(
  context: RequestContext,
  { attemptId, ...patient }: CreatePatientInput,
): Promise<CreatedPatient> {
  requireTestMode(context);
  await beginAttempt(context, { attemptId });
  const { actor, connection, deps } = context;
  const sent = await send();
  const isDone = sent.outcome === "done";
  await inTransaction(context, (trx) =>
    journal(context, trx, {
      subject: connection.id,
      message: { code: isDone ? "patient.create" : "patient.unknown", params: { by: actor.name } },
    }),
  );
  return isDone ? { outcome: "created", patient: { ...sent.value } } : sent;

  async function send() {
    try {
      const outcome = await create(deps.service, patient);
      await endAttempt(context, attemptId, outcome.outcome);
      return outcome;
    } catch (error) {
      // Errors are thrown only for refusals and unsent requests, so the service did nothing.
      if (error instanceof OperationError) await endAttempt(context, attemptId, "refused");
      throw error;
    }
  }
}
