import type { FindPatientsInput, FoundPatients } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { findPatients as find } from "#/upstream/booking.ts";
import { requireTestMode } from "./internal/require-test-mode.ts";

/** Finds patients by name and date of birth; the result is not stored. */
export async function findPatients(context: RequestContext, input: FindPatientsInput): Promise<FoundPatients> {
  requireTestMode(context);
  const patients = await find(context.deps.service, input);
  return { items: patients.map((patient) => ({ ...patient })) };
}
