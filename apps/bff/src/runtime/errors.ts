import type { ErrorCode, ExistingReferrer, FieldError, ServiceWords } from "@dc/contract";

export interface OperationErrorDetails {
  errors?: FieldError[];
  service?: ServiceWords;
  retryAfterSeconds?: number;
  /** With `already_exists`: the referrers that have the name. */
  existing?: ExistingReferrer[];
  /** With `gone`: the address that took the place of this one. */
  movedTo?: string;
  cause?: unknown;
}

/** A refused request: the code is for programs, the detail for people. */
export class OperationError extends Error {
  override readonly name = "OperationError";
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly service: ServiceWords | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly existing: ExistingReferrer[] | undefined;
  readonly movedTo: string | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    { errors, service, retryAfterSeconds, existing, movedTo, cause }: OperationErrorDetails = {},
  ) {
    super(detail, cause === undefined ? undefined : { cause });
    this.code = code;
    this.errors = errors;
    this.service = service;
    this.retryAfterSeconds = retryAfterSeconds;
    this.existing = existing;
    this.movedTo = movedTo;
  }
}

/** Something inside the console is broken; never the response to invalid input. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}

/** A setting, or what it points at, prevents the start; the message is one line that names the setting. */
export class SettingError extends Error {
  override readonly name = "SettingError";
  readonly setting: string;

  constructor(setting: string, problem: string, options?: ErrorOptions) {
    super(`${setting}: ${problem}`.replace(/\s+/g, " "), options);
    this.setting = setting;
  }
}

/** What keeps the store from working, as a code of the API. */
export type StoreTrouble = "store_unavailable" | "store_full" | "store_read_only";

/** The store did not do what it was asked for, and will do it again once what hinders it is over. */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";
  readonly code: StoreTrouble;
  /** True if the connection was lost while a change was being saved: it may be saved or not. */
  readonly isOutcomeUnknown: boolean;

  constructor(
    message: string,
    {
      code = "store_unavailable",
      isOutcomeUnknown = false,
      cause,
    }: { code?: StoreTrouble; isOutcomeUnknown?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

/** The store has migrations that this version does not know; nothing was written to it. */
export class NewerStoreError extends Error {
  override readonly name = "NewerStoreError";

  constructor({ newest, known }: { newest: string; known: string }) {
    super(
      `the store was last used by a newer version of Directory Console (its newest migration is ${newest}, this version knows up to ${known}). Start that version or a newer one; nothing was changed.`,
    );
  }
}

/** This process is stopping, so a call of its own work was not begun, or a reading was given up. Nothing was sent. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";

  constructor() {
    super("This process is stopping.");
  }
}
