import { setMaxListeners } from "node:events";
import { ApiTimeoutError } from "@dc/api-client";

const SHARED_FOR_MS = 500;

/** Deadlines shared by all requests that begin within half a second of each other: one timer for them all. */
export function sharedDeadlines(deadlineMs: number): () => AbortSignal {
  let current: AbortController | undefined;
  let until = 0;
  return () => {
    const now = performance.now();
    if (current !== undefined && now < until) return current.signal;
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    setTimeout(
      () => controller.abort(new ApiTimeoutError({ mayHaveArrived: true, deadlineMs })),
      deadlineMs + SHARED_FOR_MS,
    ).unref();
    current = controller;
    until = now + SHARED_FOR_MS;
    return controller.signal;
  };
}
