import { ApiError } from "./api-error.ts";

/** What an error answer means, as the profile tells; `other` when it tells nothing. */
export const failureReasons = [
  "invalid",
  "unauthorised",
  "standard-read-only",
  "forbidden",
  "unknown-index",
  "missing",
  "conflict",
  "rate-limited",
  "service-failure",
  "other",
] as const;

/** One of `failureReasons`. */
export type FailureReason = (typeof failureReasons)[number];

/** What the service said when it refused. */
export interface ServiceWords {
  readonly status: number;
  readonly reason: FailureReason;
  readonly code: string | null;
  readonly words: string | null;
  readonly field: string | null;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
}

/** The service answered, and the answer is a refusal or a failure. */
export class ApiResponseError extends ApiError {
  readonly status: number;
  readonly reason: FailureReason;
  readonly code: string | null;
  readonly words: string | null;
  readonly field: string | null;
  readonly retryAfterMs: number | null;

  constructor(words: ServiceWords) {
    super(`The service answered ${String(words.status)}${words.words === null ? "" : `: ${words.words}`}`, {
      requestId: words.requestId,
    });
    this.status = words.status;
    this.reason = words.reason;
    this.code = words.code;
    this.words = words.words;
    this.field = words.field;
    this.retryAfterMs = words.retryAfterMs;
  }
}
