import type { ErrorCode, Problem } from "@dc/contract";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { AppEnv } from "./app-env.ts";
import { OperationError, StoreUnavailableError, operationError, SupersededError } from "#/runtime/errors.ts";
import { shortened } from "#/runtime/pasted-text.ts";

export const statusOf: { readonly [code in ErrorCode]: ProblemStatus } = {
  invalid_request: 400,
  not_signed_in: 401,
  invalid_token: 401,
  sign_in_failed: 401,
  too_many_attempts: 429,
  set_up_done: 409,
  forbidden: 403,
  insufficient_scope: 403,
  cross_site: 403,
  not_found: 404,
  gone: 410,
  method_not_allowed: 405,
  conflict: 409,
  version_mismatch: 409,
  moved_since_seen: 409,
  ground_not_read: 409,
  approval_required: 409,
  set_empty: 409,
  set_ended: 409,
  in_progress: 409,
  wrong_state: 409,
  already_exists: 409,
  outcome_unknown: 409,
  standard_index_read_only: 403,
  cannot_encode: 422,
  body_too_large: 413,
  unsupported_media_type: 415,
  identity_provider_unreachable: 502,
  service_unreachable: 502,
  service_timeout: 504,
  service_refused: 502,
  service_answer_invalid: 502,
  service_paused: 503,
  store_unavailable: 503,
  store_full: 503,
  store_read_only: 503,
  internal: 500,
};

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504;

export const titleOf: { readonly [code in ErrorCode]: string } = {
  invalid_request: "The request is not valid",
  not_signed_in: "Not signed in",
  invalid_token: "Token not valid",
  sign_in_failed: "Sign-in failed",
  too_many_attempts: "Too many attempts",
  set_up_done: "Set-up is already complete",
  forbidden: "Not allowed",
  insufficient_scope: "The token lacks a scope",
  cross_site: "Cross-site request refused",
  not_found: "Not found",
  gone: "Moved",
  method_not_allowed: "Method not allowed",
  conflict: "Conflict",
  version_mismatch: "Changed in the meantime",
  moved_since_seen: "Changed since it was read",
  ground_not_read: "Could not be read",
  approval_required: "Approval is required",
  set_empty: "The change set is empty",
  set_ended: "The change set has ended",
  in_progress: "Still in progress",
  wrong_state: "Not possible in this state",
  already_exists: "Already exists",
  outcome_unknown: "Outcome unknown",
  standard_index_read_only: "The standard index is read-only",
  cannot_encode: "The service profile cannot express this value",
  body_too_large: "The body is too large",
  unsupported_media_type: "The body is not JSON",
  identity_provider_unreachable: "The identity provider cannot be reached",
  service_unreachable: "The service cannot be reached",
  service_timeout: "The service did not answer in time",
  service_refused: "The service refused the request",
  service_answer_invalid: "Unexpected answer from the service",
  service_paused: "Calls to the service are paused",
  store_unavailable: "The store is not available",
  store_full: "The store is full",
  store_read_only: "The store is read-only",
  internal: "Internal error",
};

/**
 * The only place where errors become responses. Anything but an OperationError is logged, and its message is not sent.
 */
export function errorResponse(thrown: unknown, c: Context<AppEnv>): Response {
  const error = toOperationError(thrown);
  const requestId = c.get("requestId");
  if (error === undefined) {
    c.get("log").error({ err: thrown, requestId }, "request failed");
    return problemResponse(c, operationError("internal", "log-has-details"));
  }
  if (thrown instanceof StoreUnavailableError) c.get("log").error({ err: thrown, requestId }, "the store failed");
  return problemResponse(c, error);
}

/** An answer repeats of a request what a person can read, however much was sent. */
const MOST_FIELD_ERRORS = 100;
const LONGEST_WORDS = 1_000;

function problemResponse(c: Context<AppEnv>, error: OperationError): Response {
  const status = statusOf[error.code];
  const problem: Problem = {
    type: `urn:directory-console:problem:${error.code}`,
    title: titleOf[error.code],
    status,
    detail: shortened(error.message, LONGEST_WORDS),
    code: error.code,
    requestId: c.get("requestId"),
    ...(error.errors === undefined
      ? {}
      : {
          errors: error.errors.slice(0, MOST_FIELD_ERRORS).map(({ pointer, detail }) => ({
            pointer: shortened(pointer, LONGEST_WORDS),
            detail: shortened(detail, LONGEST_WORDS),
          })),
        }),
    ...(error.service === undefined ? {} : { service: error.service }),
    ...(error.existing === undefined ? {} : { existing: error.existing }),
    ...(error.moved === undefined ? {} : { moved: error.moved.slice(0, MOST_FIELD_ERRORS) }),
    ...(error.current === undefined ? {} : { current: { ...error.current } }),
    ...(error.movedTo === undefined ? {} : { movedTo: error.movedTo }),
  };
  if (error.retryAfterSeconds !== undefined) c.header("Retry-After", String(error.retryAfterSeconds));
  c.header("Content-Type", "application/problem+json");
  return c.body(JSON.stringify(problem), status);
}

function toOperationError(thrown: unknown): OperationError | undefined {
  if (thrown instanceof OperationError) return thrown;
  if (thrown instanceof SupersededError) return operationError("version_mismatch", "change-of-change-set");
  if (thrown instanceof StoreUnavailableError) {
    return new OperationError(thrown.code, thrown.message, { retryAfterSeconds: 2, cause: thrown });
  }
  if (!(thrown instanceof HTTPException)) return undefined;
  if (thrown.status === 400) {
    return operationError("invalid_request", "json", { pointer: "" });
  }
  if (thrown.status === 413) return operationError("body_too_large", "body");
  if (thrown.status === 415) return operationError("unsupported_media_type", "json");
  return undefined;
}
