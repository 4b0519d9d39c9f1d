import type { RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";

/** In live mode patients and bookings would be real. */
export function requireTestMode({ connection }: RequestContext): void {
  if (connection.mode !== "test")
    throw new OperationError(
      "wrong_state",
      "This connection is in live mode. Finding or creating patients and booking are only available in test mode.",
    );
}
