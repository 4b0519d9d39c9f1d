import type { Waits } from "#/profile/schema/profile-schema.ts";
import {
  ApiBodyTooLargeError,
  ApiCircuitOpenError,
  ApiConnectionError,
  ApiKeyEchoedError,
  ApiTimeoutError,
} from "#/errors/api-errors.ts";
import { createCircuit, type Circuit, type CircuitOptions } from "./circuit.ts";
import { createTimedPause, pause, type Clock } from "./clock.ts";
import { createCoalescer } from "./coalesce.ts";
import { startDeadline, type Deadline } from "./deadline.ts";
import { createLimiter, type Limiter, type LimiterOptions } from "./limiter.ts";
import { createPace } from "./pace.ts";
import { createRetryPolicy, type RetryOptions } from "./retry-policy.ts";
import { readStatedWait } from "./stated-wait.ts";
import { headerOf, type Method, type Transport, type TransportResponse } from "./transport.ts";

/** One attempt of a call to the service, told to the request log; it holds no credential and no patients' data. */
export interface CallReport {
  readonly at: number;
  readonly method: Method;
  readonly operation: string;
  readonly template: string;
  /** Path and query as sent, with the values of private operations masked. */
  readonly path: string;
  readonly index: string | null;
  readonly status: number | null;
  readonly durationMs: number;
  readonly attempt: number;
  readonly requestId: string | null;
  /** What the caller says that the call is for. */
  readonly cause: string | null;
  readonly outcome: CallOutcome;
}

/** How an attempt ended. */
export type CallOutcome = "answered" | "connection" | "timeout" | "too-large" | "key-echoed" | "aborted" | "paused";

/** One call, ready to be sent. */
export interface Call {
  readonly operation: string;
  readonly template: string;
  readonly method: Method;
  readonly origin: string;
  readonly path: string;
  readonly shownPath: string;
  readonly index: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly deadlineMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal | null;
  readonly cause: string | null;
}

/** The last answer to a call, whatever its status. */
export interface Answer {
  readonly response: TransportResponse;
  readonly fetchedAt: number;
  readonly durationMs: number;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
}

/** What a caller is made of. */
export interface CallerOptions {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly retryable: readonly number[];
  /** The waits that the profile says the service states; null for `Retry-After` alone. */
  readonly waits: Waits | null;
  readonly requestIdHeader: string | null;
  readonly random: () => number;
  readonly onCall: ((report: CallReport) => void) | null;
  /** Whether the call that begins is one of background work, which leaves a quarter of what calls have to people. */
  readonly isWork?: (() => boolean) | undefined;
  readonly retry?: RetryOptions;
  readonly limiter?: LimiterOptions;
  readonly circuit?: CircuitOptions;
}

/** Sends every call to the service: deadline, coalescing, retry, circuit breaker and limiter, in this order. */
export interface Caller {
  call(call: Call): Promise<Answer>;
  readonly circuit: Circuit;
  readonly limiter: Limiter;
}

const overloadStatuses = new Set([429, 502, 503, 504]);
const unavailableStatuses = new Set([502, 503, 504]);

/** The wait that the service asked for; none in particular where it limits requests and gives no time. */
function waitOf(answer: Answer | null): number | null {
  if (answer === null) return null;
  return answer.response.status === 429 ? (answer.retryAfterMs ?? 0) : answer.retryAfterMs;
}

/** How an attempt ended that was not answered. */
export function callOutcomeOf(error: unknown): CallOutcome {
  if (error instanceof ApiTimeoutError) return "timeout";
  if (error instanceof ApiConnectionError) return "connection";
  if (error instanceof ApiBodyTooLargeError) return "too-large";
  if (error instanceof ApiKeyEchoedError) return "key-echoed";
  return error instanceof ApiCircuitOpenError ? "paused" : "aborted";
}

/** Makes a caller; its calls share limiter, circuit breaker, retry budget and requests in flight. */
export function createCaller(options: CallerOptions): Caller {
  const { clock, transport, random } = options;
  const circuit = createCircuit(clock, options.circuit);
  const limiter = createLimiter(options.limiter);
  const policy = createRetryPolicy({ random, ...options.retry });
  const pace = createPace(options.waits ?? {});
  const coalescer = createCoalescer<Answer>();
  const retryable = new Set(options.retryable);
  const asked = createTimedPause(clock);

  function report(call: Call, attempt: number, startedAt: number, outcome: CallOutcome, answer: Answer | null): void {
    options.onCall?.({
      at: startedAt,
      method: call.method,
      operation: call.operation,
      template: call.template,
      path: call.shownPath,
      index: call.index,
      status: answer?.response.status ?? null,
      durationMs: clock.now() - startedAt,
      attempt,
      requestId: answer?.requestId ?? null,
      cause: call.cause,
      outcome,
    });
  }

  async function waitWhilePaused(call: Call, deadline: Deadline): Promise<void> {
    for (let leftMs = asked.leftMs(); leftMs > 0; leftMs = asked.leftMs()) {
      const waitMs = leftMs + random() * 2_000;
      if (call.method !== "GET" || clock.now() + waitMs >= deadline.endsAt) throw new ApiCircuitOpenError(leftMs);
      await pause(clock, waitMs, deadline.signal);
    }
  }

  /**
   * Waits for the moment at which the service takes another call; a call that cannot wait so long is not sent. Work takes its
   * turn when it has come, and none before, so that people go first.
   */
  async function waitForTurn(deadline: Deadline, isWork: boolean): Promise<void> {
    let reached = clock.now();
    for (;;) {
      const now = clock.now();
      const turnAt = pace.nextAt(now, isWork);
      if (turnAt >= deadline.endsAt) throw new ApiCircuitOpenError(turnAt - now, { isUsedUp: true });
      const takes = !isWork || turnAt <= reached;
      if (takes) pace.take(turnAt, isWork);
      if (turnAt > reached) await pause(clock, turnAt - reached, deadline.signal);
      if (takes) return;
      reached = Math.max(turnAt, clock.now());
    }
  }

  async function attemptOnce(call: Call, deadline: Deadline, startedAt: number): Promise<Answer> {
    let hasEnteredLimiter = false;
    let hasPassedCircuit = false;
    let isTrial = false;
    const isWork = options.isWork?.() ?? false;
    try {
      await limiter.enter(deadline.signal, isWork);
      hasEnteredLimiter = true;
      await waitForTurn(deadline, isWork);
      // The service may have asked for a pause while this call waited for its turn.
      while (asked.leftMs() > 0) {
        limiter.leave("other", isWork);
        hasEnteredLimiter = false;
        await waitWhilePaused(call, deadline);
        await limiter.enter(deadline.signal, isWork);
        hasEnteredLimiter = true;
        await waitForTurn(deadline, isWork);
      }
      isTrial = circuit.enter();
      hasPassedCircuit = true;
      deadline.markSent();
      const { method, origin, path, headers, body, maxBytes } = call;
      const response = await transport.send({ method, origin, path, headers, body, maxBytes, signal: deadline.signal });
      circuit.leave(unavailableStatuses.has(response.status) ? "failed" : "answered", isTrial);
      limiter.leave(overloadStatuses.has(response.status) ? "overload" : "fine", isWork);
      const now = clock.now();
      const retryAfterMs = readStatedWait(response, options.waits, now);
      if (response.status === 429 && retryAfterMs !== null) asked.begin(retryAfterMs);
      const requestId = options.requestIdHeader === null ? null : headerOf(response, options.requestIdHeader);
      return { response, fetchedAt: now, durationMs: now - startedAt, requestId, retryAfterMs };
    } catch (error) {
      const isUnavailable =
        error instanceof ApiConnectionError || (error instanceof ApiTimeoutError && hasPassedCircuit);
      if (hasPassedCircuit) circuit.leave(isUnavailable ? "failed" : "unknown", isTrial);
      if (hasEnteredLimiter) limiter.leave(isUnavailable ? "overload" : "other", isWork);
      throw error;
    }
  }

  async function attempts(call: Call, deadline: Deadline): Promise<Answer> {
    policy.noteRequest();
    for (let attempt = 1; ; attempt += 1) {
      await waitWhilePaused(call, deadline);
      const startedAt = clock.now();
      let answer: Answer | null = null;
      let failure: unknown = null;
      try {
        answer = await attemptOnce(call, deadline, startedAt);
        report(call, attempt, startedAt, "answered", answer);
      } catch (error) {
        failure = error;
        report(call, attempt, startedAt, callOutcomeOf(error), null);
      }
      const mayRepeat =
        call.method === "GET" &&
        (answer === null ? failure instanceof ApiConnectionError : retryable.has(answer.response.status));
      const delayMs = mayRepeat ? policy.nextDelayMs(attempt, waitOf(answer)) : null;
      if (delayMs !== null && clock.now() + delayMs < deadline.endsAt) {
        await pause(clock, delayMs, deadline.signal);
      } else if (answer === null) {
        throw failure;
      } else {
        return answer;
      }
    }
  }

  async function callWithinDeadline(call: Call, signal: AbortSignal | null): Promise<Answer> {
    const deadline = startDeadline(clock, call.deadlineMs, signal);
    try {
      return await attempts(call, deadline);
    } finally {
      deadline.end();
    }
  }

  return {
    circuit,
    limiter,
    call(call) {
      if (call.method !== "GET") return callWithinDeadline(call, call.signal);
      const key = JSON.stringify([call.origin, call.path, call.index, call.maxBytes, call.deadlineMs]);
      return coalescer.run(key, call.signal, (signal) => callWithinDeadline(call, signal));
    },
  };
}
