import { ApiError } from "./api-error.ts";

/** Nothing was sent: the last calls failed, and the next trial is due in `retryAfterMs`. */
export class ApiCircuitOpenError extends ApiError {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super("The service did not answer lately; calls are paused");
    this.retryAfterMs = retryAfterMs;
  }
}
