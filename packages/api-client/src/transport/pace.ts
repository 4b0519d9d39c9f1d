import type { Waits } from "#/profile/schema/profile-schema.ts";

/** When calls may leave, by the pause and the number of calls a minute that the service states. */
export interface Pace {
  /** The earliest moment at which another call may leave; of background work, so that a quarter is left for people. */
  nextAt(nowMs: number, isWork?: boolean): number;
  /** Takes a moment that `nextAt` gave. */
  take(atMs: number, isWork?: boolean): void;
}

/** How much of what all calls have is for background work. */
export function shareOfWork(most: number): number {
  return Math.max(1, Math.floor((most * 3) / 4));
}

const minuteMs = 60_000;

/** A pace that lets every call leave at once where the service states nothing. */
export function createPace({ betweenCallsMs = 0, callsPerMinute }: Waits = {}): Pace {
  let taken: number[] = [];
  let takenByWork: number[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  const most = callsPerMinute ?? 1;
  return {
    nextAt(nowMs, isWork = false) {
      // A clock that was set back moves what was taken with it; calls would wait until it is as late again.
      if (nowMs < latest) {
        const moved = (takenAt: number) => takenAt - (latest - nowMs);
        taken = taken.map(moved);
        takenByWork = takenByWork.map(moved);
      }
      latest = nowMs;
      const last = taken.at(-1);
      const first = taken.length < most ? undefined : taken[0];
      const firstOfWork = isWork && takenByWork.length >= shareOfWork(most) ? takenByWork[0] : undefined;
      const afterLast = last === undefined ? nowMs : last + betweenCallsMs;
      if (callsPerMinute === undefined) return Math.max(nowMs, afterLast);
      return Math.max(
        nowMs,
        afterLast,
        ...[first, firstOfWork].map((at) => (at ?? Number.NEGATIVE_INFINITY) + minuteMs),
      );
    },
    take(atMs, isWork = false) {
      taken.push(atMs);
      if (taken.length > most) taken.shift();
      if (isWork) takenByWork.push(atMs);
      if (takenByWork.length > shareOfWork(most)) takenByWork.shift();
    },
  };
}
