import type { ErrorCode, FieldError, ServiceWords } from "@dc/contract";

export interface OperationErrorDetails {
  errors?: FieldError[];
  service?: ServiceWords;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A request that is refused: the code says why to programs, the detail says it to people. */
export class OperationError extends Error {
  override readonly name = "OperationError";
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly service: ServiceWords | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    { errors, service, retryAfterSeconds, cause }: OperationErrorDetails = {},
  ) {
    super(detail, cause === undefined ? undefined : { cause });
    this.code = code;
    this.errors = errors;
    this.service = service;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Something of ours is broken; never an answer to what somebody sent. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}

/** A setting, or what it points at, keeps the console from starting; the message is one line that names it. */
export class SettingError extends Error {
  override readonly name = "SettingError";
  readonly setting: string;

  constructor(setting: string, problem: string, options?: ErrorOptions) {
    super(`${setting}: ${problem}`.replace(/\s+/g, " "), options);
    this.setting = setting;
  }
}

/** No connection to the store could be had; what was asked has not been done. */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";
}

/** The store has migrations that this version does not know; nothing has been written to it. */
export class NewerStoreError extends Error {
  override readonly name = "NewerStoreError";

  constructor({ newest, known }: { newest: string; known: string }) {
    super(
      `the store was last used by a newer version of Directory Console (its newest migration is ${newest}, this version knows up to ${known}). Start that version or a newer one; nothing was changed.`,
    );
  }
}
