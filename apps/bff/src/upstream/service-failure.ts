import {
  ApiBodyTooLargeError,
  ApiCircuitOpenError,
  ApiConnectionError,
  ApiKeyEchoedError,
  ApiResponseError,
  ApiSchemaError,
  ApiTimeoutError,
  type FailureReason,
  InvalidCallError,
  readableWords,
  type ServiceWords,
} from "@dc/api-client";
import { type ServiceFailureMessage, serviceFailureText } from "@dc/directory";
import { ADDRESS_NOT_ALLOWED } from "./service-addresses/service-transport.ts";

/** What the service said in a refusal, as it is kept and answered; `details` are missing where it listed none. */
export interface KeptWords {
  status: number | null;
  code: string | null;
  message: string | null;
  requestId: string | null;
  details?: { field: string | null; words: string | null; code: string | null }[] | undefined;
}

/** A failed call, with our message and the service's own text. */
export interface ServiceFailure {
  code: "service_unreachable" | "service_timeout" | "service_refused" | "service_answer_invalid" | "service_paused";
  message: ServiceFailureMessage;
  /** The message as text. */
  detail: string;
  words: KeptWords | null;
  /** What the profile says of the refusal: fit to be shown where the service's own text may name a patient. */
  known: ApiResponseError["known"];
  /** Why the service refused; null if it did not refuse. */
  reason: FailureReason | null;
  /** True if the service certainly did nothing: the request never arrived, or was refused. */
  didNothing: boolean;
  retryAfterMs: number | null;
}

/** The failure behind an error of a call; undefined for any other error. */
export function toServiceFailure(error: ApiResponseError): ServiceFailure;
export function toServiceFailure(error: unknown): ServiceFailure | undefined;
export function toServiceFailure(error: unknown): ServiceFailure | undefined {
  if (error instanceof ApiResponseError) {
    const words = wordsOf(error);
    const { reason, retryAfterMs, known } = error;
    const didNothing = error.status < 500;
    return failure("service_refused", { code: reason }, { words, known, reason, didNothing, retryAfterMs });
  }
  if (error instanceof ApiSchemaError) {
    const words = { status: error.status, code: null, message: null, requestId: error.requestId };
    const [{ pointer, message: problem } = { pointer: "", message: "unreadable" }] = error.problems;
    return failure("service_answer_invalid", { code: "answer-invalid", params: { pointer, problem } }, { words });
  }
  if (error instanceof ApiCircuitOpenError) {
    const code = error.isUsedUp ? "calls-used-up" : "paused";
    return failure("service_paused", { code }, { didNothing: true, retryAfterMs: error.retryAfterMs });
  }
  if (error instanceof ApiTimeoutError) {
    const { deadlineMs } = error;
    return failure(
      "service_timeout",
      { code: "timeout", params: { deadlineMs } },
      { didNothing: !error.mayHaveArrived },
    );
  }
  if (error instanceof ApiConnectionError && error.code === ADDRESS_NOT_ALLOWED)
    return failure("service_unreachable", { code: "address-not-allowed" }, { didNothing: true });
  if (error instanceof ApiConnectionError) {
    const code = error.mayHaveArrived ? "connection-lost" : "unreachable";
    const message = { code, params: { cause: error.code } } as const;
    return failure("service_unreachable", message, { didNothing: !error.mayHaveArrived });
  }
  if (error instanceof ApiBodyTooLargeError)
    return failure("service_answer_invalid", { code: "answer-too-large", params: { maxBytes: error.maxBytes } });
  if (error instanceof ApiKeyEchoedError) return failure("service_answer_invalid", { code: "key-echoed" });
  if (error instanceof InvalidCallError)
    return failure("service_refused", { code: "not-sent", params: { problem: error.message } }, { didNothing: true });
  return undefined;
}

function failure(
  code: ServiceFailure["code"],
  message: ServiceFailureMessage,
  more: Partial<ServiceFailure> = {},
): ServiceFailure {
  const detail = serviceFailureText(message);
  const nothing = { words: null, known: [], reason: null, didNothing: false, retryAfterMs: null };
  return { code, message, detail, ...nothing, ...more };
}

/** What the service said in a refusal, as it is kept. */
export function wordsOf({ status, code, words, requestId, details }: Omit<ServiceWords, "reason">): KeptWords {
  return {
    status,
    code,
    message: words,
    requestId,
    ...(details.length === 0 ? {} : { details: details.map((detail) => ({ ...detail })) }),
  };
}

/** What was kept as one text: the service's message, then its details. Null where it said nothing. */
export function textOfWords(words: KeptWords | null): string | null {
  return words === null ? null : readableWords({ words: words.message, details: words.details ?? [] });
}

/** Why a request was refused, followed by what the service said. */
export function withServiceWords(why: string, words: KeptWords | null): string {
  const text = textOfWords(words);
  return text === null ? why : `${why} The service said: ${text}`;
}

/** The error code of an unsent request, by what prevented it. */
export const notSentCodes = {
  unreachable: "service_unreachable",
  paused: "service_paused",
  timeout: "service_timeout",
  "standard-index": "service_refused",
  "test-index": "service_refused",
  "index-not-named": "service_refused",
} as const;
