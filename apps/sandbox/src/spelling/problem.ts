export const problemCodes = [
  "bad_request",
  "unauthorized",
  "standard_index_read_only",
  "test_index_permanent",
  "not_found",
  "index_not_found",
  "index_of_another",
  "slot_taken",
  "slot_not_offered",
  "unknown_reference",
  "rate_limited",
  "internal",
  "unavailable",
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** Why a request is refused, before a spelling gives it a status and a body. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  /** The member, parameter or header that is wrong. */
  readonly field?: string;
}

export interface Refusal {
  readonly ok: false;
  readonly problem: Problem;
}

export type Result<T> = { readonly ok: true; readonly value: T } | Refusal;

export function refusal(code: ProblemCode, message: string, field?: string): Refusal {
  return { ok: false, problem: field === undefined ? { code, message } : { code, message, field } };
}
