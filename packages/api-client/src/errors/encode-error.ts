/** A value that the profile gives no way to write; raised when it is staged, long before anything is sent. */
export class EncodeError extends Error {
  readonly field: string;
  readonly reason: EncodeProblem;

  constructor(field: string, reason: EncodeProblem, message: string) {
    super(`${field}: ${message}`);
    this.name = "EncodeError";
    this.field = field;
    this.reason = reason;
  }
}

/** Why a value cannot be written. */
export type EncodeProblem =
  | "unknown-field"
  | "owned-elsewhere"
  | "not-writable"
  | "wrong-kind"
  | "no-place"
  | "too-many"
  | "unformattable"
  | "does-not-read-back"
  | "cannot-be-absent";
