import type {
  Booking,
  BookInput,
  CreatedPatient,
  CreatePatientInput,
  FindPatientsInput,
  FoundPatients,
} from "@dc/contract";
import { BffError } from "#/api/bff-error.ts";
import { bff } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";

export const useFindPatients = () =>
  useCommand({ run: (input: FindPatientsInput) => bff.post<FoundPatients>("/booking-check/patients/find", input) });

export const useCreatePatient = () =>
  useCommand({
    run: (input: Omit<CreatePatientInput, "attemptId">) =>
      bff.post<CreatedPatient>("/booking-check/patients", { ...input, attemptId: newAttempt() }),
  });

export const useBook = () =>
  useCommand({
    run: (input: Omit<BookInput, "attemptId">) =>
      bff.post<Booking>("/booking-check/bookings", { ...input, attemptId: newAttempt() }),
  });

/** Whether the request may have reached the service in spite of the error. */
export function isOutcomeOpen(error: Error): boolean {
  if (!(error instanceof BffError)) return true;
  return error.code === "outcome_unknown" || error.code === "internal" || error.code === "store_unavailable";
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function newAttempt(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return `try_${[...random].map((byte) => letters[byte % letters.length]).join("")}`;
}
