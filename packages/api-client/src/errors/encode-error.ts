/** A value that the profile gives no way to write; raised when it is staged, long before anything is sent. */
export class EncodeError extends Error {
  readonly field: string;
  readonly reason: EncodeProblem;
  /** Every field that it is about, the first one included. */
  readonly fields: readonly string[];

  constructor(field: string, reason: EncodeProblem, message: string, others: readonly string[] = []) {
    const fields = [field, ...others];
    super(`${fields.join(", ")}: ${message}`);
    this.fields = fields;
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
  | "cannot-be-absent"
  | "required";
