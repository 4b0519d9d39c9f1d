import type { Connection } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import type { reachIn } from "#/context/reach.ts";

/** A median above this is reported as slow. */
const SLOW_MS = 1_500;

/** How the last calls to the service went; when, which tells what others do, is for those who see all of them. */
export function healthOf({ service }: Deps, reach: ReturnType<typeof reachIn>): Connection["health"] {
  const { lastOkAt, lastFailedAt, failure, medianMs } = service.calls.summary();
  const told = (at: Date | null) => (reach === "all" ? (at?.toISOString() ?? null) : null);
  const times = { lastOkAt: told(lastOkAt), lastFailedAt: told(lastFailedAt) };
  // While one call tries whether the service is back, the others still wait.
  if (service.client.health().circuit !== "closed") return { ...times, state: "paused", detail: failure };
  if (lastOkAt === null && lastFailedAt === null) return { ...times, state: "not tried", detail: null };
  if (lastOkAt === null || (lastFailedAt !== null && lastFailedAt > lastOkAt))
    return { ...times, state: "down", detail: failure };
  if (medianMs !== null && medianMs > SLOW_MS)
    return { ...times, state: "slow", detail: `The last answers took about ${Math.round(medianMs)} ms.` };
  return { ...times, state: "up", detail: null };
}
