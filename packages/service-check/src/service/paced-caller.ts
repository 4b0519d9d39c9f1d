import {
  ApiCircuitOpenError,
  ApiConnectionError,
  type Answer,
  type Call,
  type Caller,
  type Clock,
} from "@dc/api-client";

/** How long a run waits for a service that puts it off, all waits together. */
export const defaultWaitMs = 15 * 60_000;

/** How often one call is made. What the service puts off is asked again as long as the run may wait. */
const mostAttempts = 6;
const mostAttemptsPutOff = 100;
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
const firstGapMs = 200;
const longestGapMs = 2_000;

type Outcome = { readonly answer: Answer } | { readonly error: unknown };

function isPause(made: Outcome): boolean {
  return "error" in made && made.error instanceof ApiCircuitOpenError;
}

function isPutOff(made: Outcome): boolean {
  return "answer" in made && made.answer.response.status === 429;
}

/**
 * Calls a service at the pace that it asks for: what it puts off with 429 is sent again after the wait that it states, and from then on
 * calls keep a gap. Reads are also repeated after 503 and after a lost connection; a write that may have arrived never is.
 */
export function createPacedCaller(
  caller: Caller,
  { clock, waitMs }: { readonly clock: Clock; readonly waitMs: number },
): Pick<Caller, "call"> {
  let left = waitMs;
  let gapMs = 0;
  let hasAnswered = false;

  function wait(ms: number): Promise<void> {
    return ms <= 0 ? Promise.resolve() : new Promise((resolve) => clock.after(ms, resolve));
  }

  /** Waits before another attempt; false where the run has no time left for it. */
  async function waitFor(ms: number): Promise<boolean> {
    if (ms > left) return false;
    left -= ms;
    await wait(ms);
    return true;
  }

  async function attempt(call: Call): Promise<Outcome> {
    try {
      return { answer: await caller.call(call) };
    } catch (error) {
      return { error };
    }
  }

  /** How long to wait before the same is sent again; null where it must not be. */
  function delayAfter(call: Call, made: Outcome, times: number): number | null {
    const backOff = Math.min(longestWaitMs, firstWaitMs * 2 ** times);
    if ("error" in made) {
      if (made.error instanceof ApiCircuitOpenError) return Math.max(made.error.retryAfterMs, 100);
      // A service that never answered is probably not running.
      return hasAnswered && call.method === "GET" && made.error instanceof ApiConnectionError ? backOff : null;
    }
    hasAnswered = true;
    const { response, retryAfterMs } = made.answer;
    if (response.status < 400) gapMs = gapMs < 20 ? 0 : gapMs * 0.8;
    if (response.status === 429) {
      gapMs = Math.min(longestGapMs, Math.max(firstGapMs, gapMs * 2));
      return retryAfterMs ?? backOff;
    }
    return response.status === 503 && call.method === "GET" ? (retryAfterMs ?? backOff) : null;
  }

  return {
    async call(call) {
      // The last answer of the service itself, which tells more than a pause of the client.
      let last: Outcome | null = null;
      for (let times = 0; ; times += 1) {
        await wait(gapMs);
        const made = await attempt(call);
        if (last === null || !isPause(made)) last = made;
        const delayMs = delayAfter(call, made, times);
        const most = isPutOff(made) ? mostAttemptsPutOff : mostAttempts;
        if (delayMs !== null && times + 1 < most && (await waitFor(delayMs))) continue;
        if ("error" in last) throw last.error;
        return last.answer;
      }
    },
  };
}
