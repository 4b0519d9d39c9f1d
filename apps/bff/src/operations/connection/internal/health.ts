import type { Connection } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";

/** A median above this is reported as slow. */
const SLOW_MS = 1_500;

/** How the last calls to the service went. */
export function healthOf({ service }: Deps): Connection["health"] {
  const { lastOkAt, lastFailedAt, failure, medianMs } = service.calls.summary();
  const times = { lastOkAt: lastOkAt?.toISOString() ?? null, lastFailedAt: lastFailedAt?.toISOString() ?? null };
  // While one call tries whether the service is back, the others still wait.
  if (service.client.health().circuit !== "closed") return { ...times, state: "paused", detail: failure };
  if (lastOkAt === null && lastFailedAt === null) return { ...times, state: "not tried", detail: null };
  if (lastOkAt === null || (lastFailedAt !== null && lastFailedAt > lastOkAt))
    return { ...times, state: "down", detail: failure };
  if (medianMs !== null && medianMs > SLOW_MS)
    return { ...times, state: "slow", detail: `The last answers took about ${Math.round(medianMs)} ms.` };
  return { ...times, state: "up", detail: null };
}
