import { callOutcomeOf, type CallReport, type Transport } from "@dc/api-client";

/** Statistics of the recent calls, for the connection's health. */
export interface CallWatch {
  record(report: WatchedCall): void;
  /** Told of every attempt, for metrics. */
  onCall: ((call: WatchedCall) => void) | null;
  /** A transport whose requests count too, for the gateway, which does not use the client. */
  watching(transport: Transport, now: () => Date): Transport;
  summary(): CallSummary;
}

export type WatchedCall = Pick<CallReport, "at" | "durationMs" | "operation" | "outcome" | "status">;

export interface CallSummary {
  lastOkAt: Date | null;
  lastFailedAt: Date | null;
  /** The reason of the newest failure. */
  failure: string | null;
  /** The median duration of the last answered calls. */
  medianMs: number | null;
}

const KEPT = 20;

export function createCallWatch(): CallWatch {
  let lastOkAt: Date | null = null;
  let lastFailedAt: Date | null = null;
  let failure: string | null = null;
  const durations: number[] = [];

  const watch: CallWatch = {
    onCall: null,
    record(call) {
      watch.onCall?.(call);
      const { at, durationMs, outcome, status } = call;
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
    watching(transport, now) {
      return {
        close: () => transport.close(),
        async send(request) {
          const time = now().getTime();
          const since = performance.now();
          const went = (outcome: CallReport["outcome"], status: number | null) =>
            watch.record({ at: time, durationMs: performance.now() - since, operation: "gateway", outcome, status });
          try {
            const answer = await transport.send(request);
            went("answered", answer.status);
            return answer;
          } catch (error) {
            went(callOutcomeOf(error), null);
            throw error;
          }
        },
      };
    },
    summary() {
      const sorted = durations.toSorted((a, b) => a - b);
      return { lastOkAt, lastFailedAt, failure, medianMs: sorted[Math.floor(sorted.length / 2)] ?? null };
    },
  };
  return watch;
}

const sentences = {
  answered: (status: number | null) => `The service answered with status ${status ?? "unknown"}.`,
  connection: () => "The connection to the service failed.",
  timeout: () => "The service did not answer in time.",
  "too-large": () => "The service's answer was too large.",
  "key-echoed": () => "The service's answer contained the API key and was not used.",
} as const;
