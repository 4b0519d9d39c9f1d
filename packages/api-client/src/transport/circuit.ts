import { ApiCircuitOpenError } from "#/errors/api-errors.ts";
import { type Clock, createTimedPause } from "./clock.ts";

/** When the circuit opens and how long it stays so. */
export interface CircuitOptions {
  readonly failures?: number;
  readonly firstPauseMs?: number;
  readonly longestPauseMs?: number;
}

/** `closed` lets calls through, `open` none, `trial` one at a time. */
export type CircuitState = "closed" | "open" | "trial";

/** Stops calling a service that does not answer. */
export interface Circuit {
  readonly state: CircuitState;
  /** Throws ApiCircuitOpenError when a call must not be made now; true for the call that is the trial. */
  enter(): boolean;
  leave(outcome: "answered" | "failed" | "unknown", isTrial: boolean): void;
}

/** Opens after so many failures in a row; then one trial per pause, each pause twice the last up to the longest. */
export function createCircuit(clock: Clock, options: CircuitOptions = {}): Circuit {
  const failuresToOpen = options.failures ?? 8;
  const firstPauseMs = options.firstPauseMs ?? 2_000;
  const longestPauseMs = options.longestPauseMs ?? 15_000;
  let failures = 0;
  let pauseMs = firstPauseMs;
  let isOpen = false;
  const pause = createTimedPause(clock);
  let isOnTrial = false;

  return {
    get state() {
      if (!isOpen) return "closed";
      return pause.leftMs() > 0 ? "open" : "trial";
    },
    enter() {
      if (!isOpen) return false;
      const leftMs = pause.leftMs();
      if (leftMs > 0 || isOnTrial) throw new ApiCircuitOpenError(Math.max(leftMs, 100));
      isOnTrial = true;
      return true;
    },
    leave(outcome, isTrial) {
      if (isTrial) isOnTrial = false;
      if (outcome === "answered") {
        failures = 0;
        pauseMs = firstPauseMs;
        isOpen = false;
      } else if (outcome === "failed") {
        failures += 1;
        const hasDecided = isTrial && isOpen;
        if (hasDecided) pauseMs = Math.min(longestPauseMs, pauseMs * 2);
        if (!hasDecided && (isOpen || failures < failuresToOpen)) return;
        isOpen = true;
        pause.begin(pauseMs);
      }
    },
  };
}
