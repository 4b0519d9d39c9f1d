import { setMaxListeners } from "node:events";

const SHARED_FOR_MS = 500;

/** Deadlines shared by all requests that begin within half a second of each other: one timer for them all. */
export function sharedDeadlines(deadlineMs: number): () => AbortSignal {
  let current: AbortSignal | undefined;
  let until = 0;
  return () => {
    const now = performance.now();
    if (current === undefined || now >= until) {
      current = AbortSignal.timeout(deadlineMs + SHARED_FOR_MS);
      setMaxListeners(0, current);
      until = now + SHARED_FOR_MS;
    }
    return current;
  };
}
