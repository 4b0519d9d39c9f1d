import {
  ApiBodyTooLargeError,
  ApiCircuitOpenError,
  ApiConnectionError,
  ApiKeyEchoedError,
  ApiSchemaError,
  ApiTimeoutError,
} from "#/errors/api-errors.ts";
import type { Json } from "#/json/json.ts";
import type { TemplateValues } from "#/profile/template.ts";
import type { Answer } from "#/transport/caller.ts";
import { readSuccess, type CallOptions, type Exchange } from "#/transport/exchange.ts";
import { readRefusal } from "#/transport/read-refusal.ts";
import type { NotSentReason, SendOutcome, Unknown, UnknownReason } from "./outcome.ts";

// 408 and 425 say that the request was not taken in whole or in time: no word about the work.
const uncertainStatuses = new Set([408, 425]);

function unknown(why: UnknownReason, answer: Answer | null): Unknown {
  return { outcome: "unknown", why, status: answer?.response.status ?? null, requestId: answer?.requestId ?? null };
}

function notSent(why: NotSentReason, retryAfterMs: number | null = null): SendOutcome<never> {
  return { outcome: "not-sent", why, retryAfterMs };
}

function sendOutcomeOf(error: unknown): SendOutcome<never> {
  if (error instanceof ApiCircuitOpenError) return notSent("paused", error.retryAfterMs);
  if (error instanceof ApiConnectionError)
    return error.mayHaveArrived ? unknown("reply-lost", null) : notSent("unreachable");
  if (error instanceof ApiTimeoutError) return error.mayHaveArrived ? unknown("timeout", null) : notSent("timeout");
  if (error instanceof ApiBodyTooLargeError) return unknown("too-large", null);
  if (error instanceof ApiKeyEchoedError) return unknown("key-echoed", null);
  throw error;
}

function outcomeOfAnswer<T>(
  exchange: Exchange,
  name: string,
  answer: Answer,
  read: (resource: Json | null) => T,
): SendOutcome<T> {
  const operation = exchange.operation(name);
  const { status, body } = answer.response;
  if (status >= 500 || status < 200 || uncertainStatuses.has(status)) return unknown("service-failure", answer);
  if (status >= 300) return { outcome: "refused", ...readRefusal(exchange.profile, answer) };
  if (operation === null || !operation.success.includes(status)) return unknown("unexpected-status", answer);
  const done = (resource: Json | null): SendOutcome<T> => ({
    outcome: "done",
    value: read(resource),
    status,
    requestId: answer.requestId,
    answeredAt: answer.fetchedAt,
  });
  try {
    if (operation.answer === "nothing") return done(null);
    if (body.byteLength === 0)
      return operation.answer === "any" && status === 204 ? done(null) : unknown("empty-answer", answer);
    return done(readSuccess(operation, answer).resource);
  } catch (error) {
    if (error instanceof ApiSchemaError) return unknown("unreadable-answer", answer);
    throw error;
  }
}

/** Sends a writing operation exactly once and says what became of it; throws only for a signal fired beforehand and for calls that cannot be built; an abort on the way leaves the outcome unknown. */
export async function sendOnce<T>(
  exchange: Exchange,
  name: string,
  values: TemplateValues,
  index: string | null,
  options: CallOptions,
  read: (resource: Json | null) => T,
): Promise<SendOutcome<T>> {
  options.signal?.throwIfAborted();
  let answer: Answer;
  try {
    answer = await exchange.answer(name, values, index, options);
  } catch (error) {
    if (options.signal?.aborted === true && error === options.signal.reason) return unknown("reply-lost", null);
    return sendOutcomeOf(error);
  }
  return outcomeOfAnswer(exchange, name, answer, read);
}
