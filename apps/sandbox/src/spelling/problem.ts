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
  "not_bookable",
  "unknown_reference",
  "rate_limited",
  "internal",
  "unavailable",
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** The type of an error, in services that have one beside the code. */
export function typeOfProblem(code: ProblemCode): string {
  if (code === "internal" || code === "unavailable") return "own_trouble";
  return code.includes("index") ? "edition_trouble" : "request_trouble";
}

/** What each code means in general; what was wrong with a request is said in details. */
export const summaries: Readonly<Record<ProblemCode, string>> = {
  bad_request: "The request is not valid.",
  unauthorized: "The key is not accepted.",
  standard_index_read_only: "The standard index cannot be changed.",
  test_index_permanent: "The test index stays.",
  not_found: "There is no such thing.",
  index_not_found: "There is no such index version.",
  index_of_another: "This index version belongs to somebody else.",
  slot_taken: "The slot is taken.",
  slot_not_offered: "The slot is not offered.",
  not_bookable: "This schedule takes no bookings.",
  unknown_reference: "Something that the request names does not exist.",
  rate_limited: "There were too many requests.",
  internal: "The service failed.",
  unavailable: "The service is resting.",
};

/** Why a request is refused, before a spelling gives it a status and a body. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  /** The member, parameter or header that is wrong. */
  readonly field?: string;
  /** Every problem, where there are several; the message and the field are those of the first. */
  /** How long to wait before the next try, in ms. */
  readonly waitMs?: number;
  readonly all?: readonly { readonly message: string; readonly field?: string }[];
}

export interface Refusal {
  readonly ok: false;
  readonly problem: Problem;
}

export type Result<T> = { readonly ok: true; readonly value: T } | Refusal;

export function refusal(code: ProblemCode, message: string, field?: string): Refusal {
  return { ok: false, problem: field === undefined ? { code, message } : { code, message, field } };
}
