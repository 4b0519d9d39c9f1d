/** Base of every failure of a call to the service; `requestId` is the service's own where it gave one. */
export abstract class ApiError extends Error {
  readonly requestId: string | null;

  constructor(message: string, options: { readonly requestId?: string | null; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.requestId = options.requestId ?? null;
  }
}

/** What an error answer means according to the profile; `other` when it says nothing. */
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

/** One reason of several that an error answer lists; parts that it does not give are null. */
export interface ServiceDetail {
  readonly field: string | null;
  readonly words: string | null;
  readonly code: string | null;
}

/** What the profile knows of a code or a status that the service answered: nothing of it is the service's free text. */
export interface KnownReason {
  readonly code: string | null;
  readonly words: string | null;
}

/** What the service said when it refused. */
export interface ServiceWords {
  readonly status: number;
  readonly reason: FailureReason;
  readonly code: string | null;
  readonly words: string | null;
  readonly field: string | null;
  /** At most `mostDetails`, each part of at most `longestDetail` characters. */
  readonly details: readonly ServiceDetail[];
  readonly known: readonly KnownReason[];
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
  readonly details: readonly ServiceDetail[];
  readonly known: readonly KnownReason[];
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
    this.details = words.details;
    this.known = words.known;
    this.retryAfterMs = words.retryAfterMs;
  }
}

/** One place where an answer does not fit, as a JSON Pointer into it. */
export interface SchemaProblem {
  readonly pointer: string;
  readonly message: string;
}

/** The call worked and the answer did not fit the profile: not an `ApiError`, since retrying or reconnecting changes nothing. */
export class ApiSchemaError extends Error {
  readonly status: number | null;
  readonly requestId: string | null;
  readonly problems: readonly SchemaProblem[];

  constructor(
    problems: readonly SchemaProblem[],
    options: { readonly status?: number; readonly requestId?: string | null } = {},
  ) {
    const [first] = problems;
    super(`The service's answer does not fit the profile: ${first === undefined ? "unreadable" : wordsOf(first)}`);
    this.name = "ApiSchemaError";
    this.status = options.status ?? null;
    this.requestId = options.requestId ?? null;
    this.problems = problems;
  }
}

function wordsOf({ pointer, message }: SchemaProblem): string {
  if (pointer !== "") return `${pointer}: ${message}`;
  return message.startsWith("must ") ? `the body ${message}` : message;
}

/** The total deadline of the call passed before the answer was whole. */
export class ApiTimeoutError extends ApiError {
  readonly mayHaveArrived: boolean;
  readonly deadlineMs: number;

  constructor(options: { readonly mayHaveArrived: boolean; readonly deadlineMs: number }) {
    super(`The service did not answer within ${durationOf(options.deadlineMs)}`);
    this.mayHaveArrived = options.mayHaveArrived;
    this.deadlineMs = options.deadlineMs;
  }
}

function durationOf(ms: number): string {
  return ms >= 1_000 ? `${String(ms / 1_000)} s` : `${String(ms)} ms`;
}

/** The answer, unpacked, is larger than we take; reading stopped there. */
export class ApiBodyTooLargeError extends ApiError {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The service's answer is larger than the limit of ${sizeOf(maxBytes)}`);
    this.maxBytes = maxBytes;
  }
}

function sizeOf(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return Number.isInteger(mebibytes) ? `${String(mebibytes)} MiB` : `${String(bytes)} bytes`;
}

/** The answer holds the key that it was asked with, in whatever encoding; nothing of it was read any further. */
export class ApiKeyEchoedError extends ApiError {
  readonly status: number;

  constructor(options: { readonly status: number }) {
    super("The service's answer contains the API key and is not used");
    this.status = options.status;
  }
}

/** No answer came: the connection failed. `mayHaveArrived` is false only when it is certain that the request never left this machine. */
export class ApiConnectionError extends ApiError {
  readonly mayHaveArrived: boolean;
  readonly code: string | null;

  constructor(options: { readonly mayHaveArrived: boolean; readonly code: string | null }) {
    super(options.mayHaveArrived ? "The connection to the service was lost" : "The service cannot be reached");
    this.mayHaveArrived = options.mayHaveArrived;
    this.code = options.code;
  }
}

/**
 * Nothing was sent: the last calls failed, or the service asked to wait, or those that may be made in a minute are used up;
 * the next call may leave in `retryAfterMs`.
 */
export class ApiCircuitOpenError extends ApiError {
  readonly retryAfterMs: number;
  readonly isUsedUp: boolean;

  constructor(retryAfterMs: number, { isUsedUp = false } = {}) {
    super("Calls to the service are paused");
    this.retryAfterMs = retryAfterMs;
    this.isUsedUp = isUsedUp;
  }
}
