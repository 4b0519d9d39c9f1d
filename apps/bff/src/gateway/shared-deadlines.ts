import { setMaxListeners } from "node:events";
import { ApiTimeoutError } from "@dc/api-client";

const SHARED_FOR_MS = 500;

/** Requests that begin within the same half second share one deadline and one timer. */
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
