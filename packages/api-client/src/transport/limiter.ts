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

interface Waiter {
  readonly isWork: boolean;
  readonly admit: () => void;
}

/** Additive widening while the limit is used, multiplicative narrowing once per round of requests in flight. */
export function createLimiter(options: LimiterOptions = {}): Limiter {
  const least = options.least ?? 4;
  const most = options.most ?? 128;
  let limit = Math.min(most, options.start ?? 64);
  let inFlight = 0;
  let workInFlight = 0;
  let untilNarrowing = 0;
  const waiting = new Set<Waiter>();

  function admitNext(): void {
    const people = [...waiting].filter(({ isWork }) => !isWork);
    const work = [...waiting].filter(({ isWork }) => isWork);
    for (const waiter of [...people, ...work]) {
      if (inFlight >= Math.floor(limit) || (waiter.isWork && workInFlight >= shareOfWork(limit))) return;
      waiting.delete(waiter);
      inFlight += 1;
      if (waiter.isWork) workInFlight += 1;
      waiter.admit();
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
      return new Promise((resolve, reject) => {
        const give = () => {
          waiting.delete(waiter);
          reject(signal.reason);
        };
        const waiter: Waiter = {
          isWork,
          admit() {
            signal.removeEventListener("abort", give);
            resolve();
          },
        };
        signal.addEventListener("abort", give, { once: true });
        waiting.add(waiter);
        admitNext();
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
      admitNext();
    },
  };
}
