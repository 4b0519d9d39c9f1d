import type { ServiceWords } from "#/errors/api-errors.ts";

/** Why no trustworthy reply came: whether the service did the work is open until a read or a person settles it. */
export type UnknownReason =
  | "reply-lost"
  | "timeout"
  | "empty-answer"
  | "unreadable-answer"
  | "too-large"
  | "key-echoed"
  | "service-failure"
  | "unexpected-status"
  | "other-id";

/** Why a request is certain never to have reached the service; `index-not-named` when the request as built would not have carried its index. */
export type NotSentReason = "unreachable" | "paused" | "timeout" | "standard-index" | "test-index" | "index-not-named";

/** The service answered, and said yes. */
export interface Done<T> {
  readonly outcome: "done";
  readonly value: T;
  readonly status: number;
  readonly requestId: string | null;
  readonly answeredAt: number;
}

/** The service answered, and said no. */
export interface Refused extends ServiceWords {
  readonly outcome: "refused";
}

/** No trustworthy reply; never repeated blindly. */
export interface Unknown {
  readonly outcome: "unknown";
  readonly why: UnknownReason;
  readonly status: number | null;
  readonly requestId: string | null;
}

/** Nothing was sent. */
export interface NotSent {
  readonly outcome: "not-sent";
  readonly why: NotSentReason;
  readonly retryAfterMs: number | null;
}

/** The outcome of a write; none of the four is thrown. */
export type SendOutcome<T> = Done<T> | Refused | Unknown | NotSent;
