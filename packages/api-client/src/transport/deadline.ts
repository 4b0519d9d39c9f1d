import { ApiTimeoutError } from "#/errors/api-errors.ts";
import type { Clock } from "./clock.ts";

/** A total deadline as a signal, which also fires when the caller's own signal does. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly endsAt: number;
  /** Told when the request is handed to the transport, so that a timeout knows whether it may have arrived. */
  markSent(): void;
  end(): void;
}

/** Starts a deadline. */
export function startDeadline(clock: Clock, deadlineMs: number, callers: AbortSignal | null): Deadline {
  const controller = new AbortController();
  let isSent = false;
  const cancel = clock.after(deadlineMs, () => {
    controller.abort(new ApiTimeoutError({ mayHaveArrived: isSent, deadlineMs }));
  });
  const follow = () => {
    controller.abort(callers?.reason);
  };
  if (callers?.aborted === true) follow();
  else callers?.addEventListener("abort", follow, { once: true });
  return {
    signal: controller.signal,
    endsAt: clock.now() + deadlineMs,
    markSent() {
      isSent = true;
    },
    end() {
      cancel();
      callers?.removeEventListener("abort", follow);
    },
  };
}
