import type { RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";

/** Patients and bookings are for test mode: in live mode they would be real ones. */
export function requireTestMode({ connection }: RequestContext): void {
  if (connection.mode !== "test")
    throw new OperationError(
      "wrong_state",
      "This connection is in live mode. Finding or creating patients and booking are only available in test mode.",
    );
}
