import type {
  Booking,
  BookInput,
  CreatedPatient,
  CreatePatientInput,
  FindPatientsInput,
  FoundPatients,
} from "@dc/contract";
import { useMutation } from "@tanstack/react-query";
import { BffError } from "#/api/bff-error.ts";
import { bff } from "#/api/bff.ts";

// Patient data is not cached: it is removed as soon as the screen is left.
const forgotten = { gcTime: 0 } as const;

export function useFindPatients() {
  return useMutation({
    mutationFn: (input: FindPatientsInput) => bff.post<FoundPatients>("/booking-check/patients/find", input),
    ...forgotten,
  });
}

export function useCreatePatient() {
  return useMutation({
    mutationFn: (input: Omit<CreatePatientInput, "attemptId">) =>
      bff.post<CreatedPatient>("/booking-check/patients", { ...input, attemptId: newAttempt() }),
    ...forgotten,
  });
}

export function useBook() {
  return useMutation({
    mutationFn: (input: Omit<BookInput, "attemptId">) =>
      bff.post<Booking>("/booking-check/bookings", { ...input, attemptId: newAttempt() }),
    ...forgotten,
  });
}

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
