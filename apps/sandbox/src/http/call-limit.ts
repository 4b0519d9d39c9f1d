import type { Problem } from "#/spelling/problem.ts";

const minute = 60_000;

/** Counts the requests of each key, and refuses one more than a minute takes; without a limit it refuses none. */
export function createCallLimit(perMinute: number | null, now: () => number): (key: string) => Problem | null {
  const taken = new Map<string, number[]>();
  return (key) => {
    if (perMinute === null) return null;
    const at = now();
    const recent = (taken.get(key) ?? []).filter((time) => time > at - minute);
    taken.set(key, recent);
    const [first] = recent;
    if (first !== undefined && recent.length >= perMinute)
      return {
        code: "rate_limited",
        message: `More than ${perMinute} requests in a minute.`,
        waitMs: first + minute - at,
      };
    recent.push(at);
    return null;
  };
}
