import type { Clock } from "#/transport/clock.ts";

/** A clock that does not move until it is told to. */
export interface ManualClock extends Clock {
  /** Moves on to each timer that is due, letting what waits for it run before the next. */
  advance(ms: number): Promise<void>;
  /** As somebody who sets the machine's clock back; timers run on. */
  setBack(ms: number): void;
}

/** A clock for tests of deadlines and pauses. */
export function manualClock(startMs = Date.UTC(2026, 10, 20)): ManualClock {
  let now = startMs;
  let behind = 0;
  const timers = new Set<{ readonly dueAt: number; readonly run: () => void }>();

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }

  return {
    now: () => now - behind,
    after(delayMs, run) {
      const timer = { dueAt: now + delayMs, run };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    async advance(ms) {
      const until = now + ms;
      for (;;) {
        await settle();
        const next = [...timers].filter((timer) => timer.dueAt <= until).sort((a, b) => a.dueAt - b.dueAt)[0];
        if (next === undefined) break;
        timers.delete(next);
        now = Math.max(now, next.dueAt);
        next.run();
      }
      now = until;
      await settle();
    },
    setBack(ms) {
      behind += ms;
    },
  };
}
