import type { Waits } from "#/profile/schema/profile-schema.ts";

/** When calls may leave, by the pause and the number of calls a minute that the service states. */
export interface Pace {
  /** The earliest moment at which another call may leave. */
  nextAt(nowMs: number): number;
  /** Takes a moment that `nextAt` gave. */
  take(atMs: number): void;
}

const minuteMs = 60_000;

/** A pace that lets every call leave at once where the service states nothing. */
export function createPace({ betweenCallsMs = 0, callsPerMinute }: Waits = {}): Pace {
  let taken: number[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  const most = callsPerMinute ?? 1;
  return {
    nextAt(nowMs) {
      // A clock that was set back moves what was taken with it; calls would wait until it is as late again.
      if (nowMs < latest) taken = taken.map((takenAt) => takenAt - (latest - nowMs));
      latest = nowMs;
      const last = taken.at(-1);
      const first = taken.length < most ? undefined : taken[0];
      const afterLast = last === undefined ? nowMs : last + betweenCallsMs;
      const afterMinute = callsPerMinute === undefined || first === undefined ? nowMs : first + minuteMs;
      return Math.max(nowMs, afterLast, afterMinute);
    },
    take(atMs) {
      taken.push(atMs);
      if (taken.length > most) taken.shift();
    },
  };
}
