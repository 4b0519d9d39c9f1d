import { textOfWords, wordsOf } from "#/upstream/service-failure.ts";
import type { WriteResult } from "#/upstream/encode-failure.ts";
import type { ChangeEvent, ChangeReason, ChangeStep } from "@dc/directory";
import type { ServiceWords } from "#/store/schema/stored-values.ts";

export interface OutcomeDescription {
  event: ChangeEvent;
  reason: ChangeReason;
  words: ServiceWords | null;
  retryAfterMs: number | null;
  step: ChangeStep;
}

/** What an unconfirmed write means for its changes; `together` is how many were sent in one request. */
export function describeOutcome(
  result: Exclude<WriteResult, { outcome: "done" }>,
  together: number,
): OutcomeDescription {
  switch (result.outcome) {
    case "held":
      return describe("hold", { code: "operation-not-documented" });
    case "refused": {
      const { status, retryAfterMs, reason } = result;
      const kept = wordsOf(result);
      if (reason === "rate-limited") return describe("defer", { code: "too-many-requests" }, kept, retryAfterMs);
      return describe("refuse", { code: "refused", params: { together, words: textOfWords(kept), status } }, kept);
    }
    case "unknown":
      return describe(
        "lose",
        { code: result.why },
        {
          status: result.status,
          code: null,
          message: null,
          requestId: result.requestId,
        },
      );
    case "not-sent":
      if (result.why === "standard-index") return describe("refuse", { code: "standard-index" });
      if (result.why === "index-not-named") return describe("refuse", { code: "index-not-named" });
      return describe("defer", { code: "not-sent" }, null, result.retryAfterMs);
  }
}

const steps = { hold: "held", refuse: "failed", lose: "unknown", defer: "deferred" } as const;

function describe(
  event: keyof typeof steps,
  reason: ChangeReason,
  words: ServiceWords | null = null,
  retryAfterMs: number | null = null,
): OutcomeDescription {
  return { event, reason, words, retryAfterMs, step: steps[event] };
}
