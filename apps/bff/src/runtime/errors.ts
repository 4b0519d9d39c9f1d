import type { ErrorCode, ExistingReferrer, FieldError, ServiceWords } from "@dc/contract";
import { type Problem, problems } from "@dc/directory";

export interface OperationErrorDetails {
  errors?: FieldError[];
  service?: ServiceWords | null;
  retryAfterSeconds?: number;
  /** With `already_exists`: the referrers that have the name. */
  existing?: ExistingReferrer[];
  /** The changes that a refusal is about, with what moved. */
  moved?: { changeId: string; detail: string }[];
  /** With `version_mismatch` of an edit: what it says now, as a GET answers. */
  current?: object;
  /** With `gone`: the address that took the place of this one. */
  movedTo?: string;
  cause?: unknown;
}

/** A change was modified since this step began; the other modification stands. A request is answered with `version_mismatch`. */
export class SupersededError extends Error {
  override readonly name = "SupersededError";
}

/** A refused request: the code is for programs, the detail for people. Its words come from `operationError`. */
export class OperationError extends Error {
  override readonly name = "OperationError";
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly service: ServiceWords | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly existing: ExistingReferrer[] | undefined;
  readonly moved: { changeId: string; detail: string }[] | undefined;
  readonly current: object | undefined;
  readonly movedTo: string | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    { errors, service, retryAfterSeconds, existing, moved, current, movedTo, cause }: OperationErrorDetails = {},
  ) {
    super(detail, cause === undefined ? undefined : { cause });
    this.code = code;
    this.errors = errors;
    this.service = service ?? undefined;
    this.retryAfterSeconds = retryAfterSeconds;
    this.existing = existing;
    this.moved = moved;
    this.current = current;
    this.movedTo = movedTo;
  }
}

type Problems = typeof problems;
type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string | number } & Placeholders<Rest>
  : unknown;
type Given<Words> = OperationErrorDetails &
  (Words extends (given: infer Params) => string ? Params : Placeholders<Words>) &
  (Words extends readonly [infer Sentence, infer Field]
    ? { pointer: string } & Placeholders<Sentence> & Placeholders<Field>
    : unknown);

/** A refused request in the words of the directory's `problems`, with what they need; `pointer` names the field. */
export function operationError<Code extends keyof Problems, Name extends keyof Problems[Code]>(
  code: Code,
  name: Name,
  ...details: object extends Given<Problems[Code][Name]>
    ? [given?: Given<Problems[Code][Name]>]
    : [given: Given<Problems[Code][Name]>]
): OperationError {
  const [given = {}] = details as [(OperationErrorDetails & { pointer?: string; [key: string]: unknown })?];
  const words = problems[code][name] as Problem;
  if (typeof words === "function") return new OperationError(code, words(given as never), given);
  const [sentence = "", detail] = [words]
    .flat()
    .map((text) => text.replace(/\{(\w+)\}/g, (_, key: string) => String(given[key])));
  if (detail === undefined) return new OperationError(code, sentence, given);
  return new OperationError(code, sentence, { ...given, errors: [{ pointer: given.pointer ?? "", detail }] });
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
