/** Time, given from outside: the moment, and a timer that can be called off. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs once after the delay; the answer calls it off. */
  after: (delayMs: number, run: () => void) => () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Resolves after the delay; rejects with the signal's reason when that comes first. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.after(delayMs, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** A pause that somebody asked for. */
export interface TimedPause {
  /** What is left of it; a clock that is set back makes it no longer than it was asked for. */
  leftMs(): number;
  /** Pauses for so long from now, or as long as is left where that is more. */
  begin(ms: number): void;
}

/** A pause that has not begun. */
export function createTimedPause(clock: Clock): TimedPause {
  let until = 0;
  let longestMs = 0;
  function leftMs(): number {
    const now = clock.now();
    until = Math.min(until, now + longestMs);
    return Math.max(0, until - now);
  }
  return {
    leftMs,
    begin(ms) {
      longestMs = Math.max(leftMs(), ms);
      until = clock.now() + longestMs;
    },
  };
}
