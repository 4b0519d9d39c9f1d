/** How the one retry layer behaves. */
export interface RetryOptions {
  readonly attempts?: number;
  readonly firstDelayMs?: number;
  /** Retries saved up per request; with it, requests sent stay near `1 + share` of those needed. */
  readonly share?: number;
  /** Retries that may be spent before any were saved. */
  readonly allowance?: number;
  /** A number from 0 to 1, for jitter. */
  readonly random?: () => number;
}

/** Decides whether and when a GET is repeated. */
export interface RetryPolicy {
  /** Counted once for each request needed. */
  noteRequest(): void;
  /** The wait before the next attempt, or null when there is to be none. */
  nextDelayMs(attempt: number, retryAfterMs: number | null): number | null;
}

/** A policy with a budget for all requests together: a tenth of them, plus a small allowance. */
export function createRetryPolicy(options: RetryOptions = {}): RetryPolicy {
  const attempts = Math.min(3, options.attempts ?? 3);
  const firstDelayMs = options.firstDelayMs ?? 100;
  const share = options.share ?? 0.1;
  const allowance = options.allowance ?? 10;
  const random = options.random ?? Math.random;
  let saved = allowance;

  return {
    noteRequest() {
      saved = Math.min(allowance, saved + share);
    },
    nextDelayMs(attempt, retryAfterMs) {
      if (attempt >= attempts || saved < 1) return null;
      saved -= 1;
      // Waits that the service asked for end for all clients at once: spread them over two seconds after it.
      if (retryAfterMs !== null) return retryAfterMs + random() * 2_000;
      return firstDelayMs * 2 ** (attempt - 1) * (0.5 + random());
    },
  };
}
