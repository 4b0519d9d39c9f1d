import {
  ApiBodyTooLargeError,
  ApiCircuitOpenError,
  ApiConnectionError,
  ApiResponseError,
  ApiSchemaError,
  ApiTimeoutError,
  type FailureReason,
  InvalidCallError,
} from "@dc/api-client";

/** A failed call in our words, with the service's own beside them. */
export interface ServiceFailure {
  code: "service_unreachable" | "service_timeout" | "service_refused" | "service_answer_invalid" | "service_paused";
  detail: string;
  words: { status: number | null; code: string | null; message: string | null; requestId: string | null } | null;
  /** Why the service refused; null when it did not answer with a refusal. */
  reason: FailureReason | null;
  /** True when it is certain that the service did nothing: it never got the request, or it refused. */
  didNothing: boolean;
  retryAfterMs: number | null;
}

/** What a failed call means; undefined when the error is none of a call. */
export function toServiceFailure(error: ApiResponseError): ServiceFailure;
export function toServiceFailure(error: unknown): ServiceFailure | undefined;
export function toServiceFailure(error: unknown): ServiceFailure | undefined {
  if (error instanceof ApiResponseError) {
    const words = { status: error.status, code: error.code, message: error.words, requestId: error.requestId };
    const retryAfterMs = error.retryAfterMs;
    return {
      code: "service_refused",
      detail: refusals[error.reason],
      words,
      reason: error.reason,
      didNothing: error.status < 500,
      retryAfterMs,
    };
  }
  if (error instanceof ApiSchemaError) {
    const words = { status: error.status, code: null, message: null, requestId: error.requestId };
    return failure("service_answer_invalid", `${error.message}.`, { words });
  }
  if (error instanceof ApiCircuitOpenError) {
    return failure("service_paused", "Calls to the service are paused because recent calls failed.", {
      didNothing: true,
      retryAfterMs: error.retryAfterMs,
    });
  }
  if (error instanceof ApiTimeoutError)
    return failure("service_timeout", `${error.message}.`, { didNothing: !error.mayHaveArrived });
  if (error instanceof ApiConnectionError) {
    const cause = error.code === null ? "" : ` (${error.code})`;
    return failure("service_unreachable", `${error.message}${cause}.`, { didNothing: !error.mayHaveArrived });
  }
  if (error instanceof ApiBodyTooLargeError) return failure("service_answer_invalid", `${error.message}.`);
  if (error instanceof InvalidCallError)
    return failure("service_refused", `Not sent: ${error.message}.`, { didNothing: true });
  return undefined;
}

function failure(code: ServiceFailure["code"], detail: string, more: Partial<ServiceFailure> = {}): ServiceFailure {
  return { code, detail, words: null, reason: null, didNothing: false, retryAfterMs: null, ...more };
}

const refusals: { readonly [reason in FailureReason]: string } = {
  invalid: "The service rejected the request as not valid.",
  unauthorised: "The service did not accept the API key.",
  "standard-read-only": "The standard index cannot be changed.",
  forbidden: "The service does not allow this request.",
  "unknown-index": "The service does not know this index version, or it belongs to another key.",
  missing: "Not found in the service.",
  conflict: "The service reported a conflict with its current data.",
  "rate-limited": "The service received too many requests. Wait, then try again.",
  "service-failure": "The service reported an internal error.",
  other: "The service refused the request.",
};
