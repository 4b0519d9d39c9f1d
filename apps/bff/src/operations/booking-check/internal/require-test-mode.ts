import type { RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";

/** Patients and bookings are for test mode: in live mode they would be real ones. */
export function requireTestMode({ connection }: RequestContext): void {
  if (connection.mode !== "test")
    throw new OperationError(
      "wrong_state",
      "This connection is in live mode: patients are not looked up or created and nothing is booked from here.",
    );
}
