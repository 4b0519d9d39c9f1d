import type { Problem } from "#/spelling/problem.ts";
import type { CallLimits } from "#/spelling/spelling.ts";

const minute = 60_000;
/** Pauses are measured over so many requests, and may be half as long as they should: the network moves requests together. */
const measured = 25;

/** Counts the requests of each key, and refuses one more than the service takes; without a limit it refuses none. */
export function createCallLimit(
  { callsPerMinute, betweenCallsMs }: CallLimits,
  now: () => number,
): (key: string, options: { isRemote: boolean }) => Problem | null {
  const ofMinute = createMinuteLimit(callsPerMinute, now);
  const ofPauses = createPauseLimit(betweenCallsMs);
  return (key, { isRemote }) => ofMinute(key) ?? (isRemote ? ofPauses(key) : null);
}

/** Pauses pass in real time, whatever the clock of the sandbox says; a caller in the same process may have a clock of its own. */
function createPauseLimit(betweenCallsMs: number | undefined): (key: string) => Problem | null {
  const taken = new Map<string, number[]>();
  return (key) => {
    if (betweenCallsMs === undefined) return null;
    const calledAt = performance.now();
    const recent = (taken.get(key) ?? []).slice(-measured);
    taken.set(key, recent);
    const [first] = recent;
    const waitMs = first === undefined ? 0 : first + (measured * betweenCallsMs) / 2 - calledAt;
    if (recent.length === measured && waitMs > 0)
      return {
        code: "rate_limited",
        message: `Wait ${betweenCallsMs} ms from one request to the next.`,
        waitMs: Math.ceil(waitMs),
      };
    recent.push(calledAt);
    return null;
  };
}

function createMinuteLimit(perMinute: number | null, now: () => number): (key: string) => Problem | null {
  const taken = new Map<string, number[]>();
  return (key) => {
    if (perMinute === null) return null;
    const calledAt = now();
    const recent = (taken.get(key) ?? []).filter((time) => time > calledAt - minute);
    taken.set(key, recent);
    const [first] = recent;
    if (first !== undefined && recent.length >= perMinute)
      return {
        code: "rate_limited",
        message: `More than ${perMinute} requests in a minute.`,
        waitMs: first + minute - calledAt,
      };
    recent.push(calledAt);
    return null;
  };
}
