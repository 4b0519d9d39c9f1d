import type { CallReport } from "@dc/api-client";

/** How the recent calls went, for the connection's health. */
export interface CallWatch {
  note(report: CallReport): void;
  summary(): CallSummary;
}

export interface CallSummary {
  lastOkAt: Date | null;
  lastFailedAt: Date | null;
  /** Why the newest failure failed. */
  failure: string | null;
  /** The median of the last answered calls. */
  medianMs: number | null;
}

const KEPT = 20;

export function createCallWatch(): CallWatch {
  let lastOkAt: Date | null = null;
  let lastFailedAt: Date | null = null;
  let failure: string | null = null;
  const durations: number[] = [];

  return {
    note({ at, durationMs, outcome, status }) {
      if (outcome === "aborted" || outcome === "paused") return;
      if (outcome === "answered" && (status ?? 0) < 500) {
        lastOkAt = new Date(at + durationMs);
        durations.push(durationMs);
        if (durations.length > KEPT) durations.shift();
        return;
      }
      lastFailedAt = new Date(at + durationMs);
      failure = sentences[outcome](status);
    },
    summary() {
      const sorted = durations.toSorted((a, b) => a - b);
      return { lastOkAt, lastFailedAt, failure, medianMs: sorted[Math.floor(sorted.length / 2)] ?? null };
    },
  };
}

const sentences = {
  answered: (status: number | null) => `The service answered with status ${status ?? "unknown"}.`,
  connection: () => "The connection to the service failed.",
  timeout: () => "The service did not answer in time.",
  "too-large": () => "The service's answer was too large.",
} as const;
