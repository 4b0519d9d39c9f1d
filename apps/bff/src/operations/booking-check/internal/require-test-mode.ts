import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";

/** In live mode patients and bookings would be real. */
export function requireTestMode({ connection }: RequestContext): void {
  if (connection.mode !== "test") throw operationError("wrong_state", "live-mode");
}
