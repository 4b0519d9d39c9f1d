import { shareOfWork } from "./pace.ts";

/** Bounds of the adaptive limit on requests in flight. */
export interface LimiterOptions {
  readonly start?: number;
  readonly least?: number;
  readonly most?: number;
}

/** How a request ended, for the limit: overload narrows it, success widens it. */
export type Load = "fine" | "overload" | "other";

/** Lets a bounded number of requests through at a time, people's before those of background work, else first come first served. */
export interface Limiter {
  /** Resolves when it is this request's turn; rejects with the signal's reason. */
  enter(signal: AbortSignal, isWork?: boolean): Promise<void>;
  leave(load: Load, isWork?: boolean): void;
  readonly limit: number;
  readonly inFlight: number;
}

/** Additive widening while the limit is used, multiplicative narrowing once per round of requests in flight. */
export function createLimiter(options: LimiterOptions = {}): Limiter {
  const least = options.least ?? 4;
  const most = options.most ?? 128;
  let limit = Math.min(most, options.start ?? 64);
  let inFlight = 0;
  let workInFlight = 0;
  let untilNarrowing = 0;
  const people = new Set<() => void>();
  const work = new Set<() => void>();

  const hasRoom = (isWork: boolean) => inFlight < Math.floor(limit) && (!isWork || workInFlight < shareOfWork(limit));

  function begin(isWork: boolean): void {
    inFlight += 1;
    if (isWork) workInFlight += 1;
  }

  function admit(waiting: Set<() => void>, isWork: boolean): void {
    for (const go of waiting) {
      if (!hasRoom(isWork)) return;
      waiting.delete(go);
      begin(isWork);
      go();
    }
  }

  return {
    get limit() {
      return Math.floor(limit);
    },
    get inFlight() {
      return inFlight;
    },
    enter(signal, isWork = false) {
      if (signal.aborted) return Promise.reject(signal.reason);
      const waiting = isWork ? work : people;
      if (hasRoom(isWork) && people.size === 0 && waiting.size === 0) {
        begin(isWork);
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const go = () => {
          signal.removeEventListener("abort", give);
          resolve();
        };
        const give = () => {
          waiting.delete(go);
          reject(signal.reason);
        };
        signal.addEventListener("abort", give, { once: true });
        waiting.add(go);
      });
    },
    leave(load, isWork = false) {
      const wasUsed = inFlight * 2 >= Math.floor(limit);
      inFlight -= 1;
      if (isWork) workInFlight -= 1;
      if (untilNarrowing > 0) untilNarrowing -= 1;
      else if (load === "overload") {
        limit = Math.max(least, limit * 0.7);
        untilNarrowing = inFlight;
      }
      if (load === "fine" && wasUsed) {
        limit = Math.min(most, limit + 1 / limit);
      }
      admit(people, false);
      admit(work, true);
    },
  };
}
