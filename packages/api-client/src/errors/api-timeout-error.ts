import { ApiError } from "./api-error.ts";

/** The total deadline of the call passed before the answer was whole. */
export class ApiTimeoutError extends ApiError {
  readonly left: boolean;
  readonly deadlineMs: number;

  constructor(options: { readonly left: boolean; readonly deadlineMs: number }) {
    super(`The service did not answer within ${durationOf(options.deadlineMs)}`);
    this.left = options.left;
    this.deadlineMs = options.deadlineMs;
  }
}

function durationOf(ms: number): string {
  return ms >= 1_000 ? `${String(ms / 1_000)} s` : `${String(ms)} ms`;
}
