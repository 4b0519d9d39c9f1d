import type { UnknownReason, WriteResult } from "#/upstream/encode-failure.ts";
import type { ChangeEvent } from "@dc/directory";
import type { ServiceWords } from "#/store/schema/stored-values.ts";

export interface OutcomeDescription {
  event: ChangeEvent;
  because: string;
  words: ServiceWords | null;
  retryAfterMs: number | null;
  word: string;
  action: string;
}

/** What it means for the changes that a write was not confirmed; `together` of them went in one request. */
export function describeOutcome(
  result: Exclude<WriteResult, { outcome: "done" }>,
  together: number,
): OutcomeDescription {
  switch (result.outcome) {
    case "held":
      return told("hold", "Held, because the endpoint is not documented, and the profile does not name one.");
    case "refused": {
      const { status, code, words, requestId, retryAfterMs, reason } = result;
      const kept = { status, code, message: words, requestId };
      if (reason === "rate-limited")
        return told("defer", "Waiting, because the service asked for it: too many requests.", kept, retryAfterMs);
      return told("refuse", `The service refused${others(together)}: ${words ?? `status ${status}`}`, kept);
    }
    case "unknown":
      return told("lose", unknownReasons[result.why], {
        status: result.status,
        code: null,
        message: null,
        requestId: result.requestId,
      });
    case "not-sent":
      if (result.why === "standard-index")
        return told("refuse", "The standard index is read-only, so nothing was sent.");
      if (result.why === "index-not-named")
        return told(
          "refuse",
          "By the service profile the request would not have named its index, so nothing was sent. Correct the profile, then send it again.",
        );
      return told("defer", "Waiting for the service: nothing has left yet.", null, result.retryAfterMs);
  }
}

/** A request is refused as a whole, also for the sake of one of its changes. */
function others(together: number): string {
  if (together === 1) return "";
  return ` all ${together} changes of this record, which went in one request`;
}

const labels = {
  hold: ["Held", "change.hold"],
  refuse: ["Failed", "change.fail"],
  lose: ["Not known to be applied", "change.unknown"],
  defer: ["Put off", "change.defer"],
} as const;

function told(
  event: keyof typeof labels,
  because: string,
  words: ServiceWords | null = null,
  retryAfterMs: number | null = null,
): OutcomeDescription {
  const [word, action] = labels[event];
  return { event, because, words, retryAfterMs, word, action };
}

const unknownReasons: { readonly [why in UnknownReason]: string } = {
  "reply-lost": "The connection broke before the service answered. It is read again after a quiet moment.",
  timeout: "The service did not answer in time. It is read again after a quiet moment.",
  "empty-answer": "The service said yes without a body, which proves nothing. It is read again after a quiet moment.",
  "unreadable-answer": "The service's answer could not be read. The record is read again after a quiet moment.",
  "too-large": "The service's answer was too large. The record is read again after a quiet moment.",
  "service-failure": "The service failed on the way. It is read again after a quiet moment.",
  "unexpected-status":
    "The service answered with a status that the profile does not take for a success. It is read again after a quiet moment.",
  "other-id": "The service answered about another record. It is read again after a quiet moment.",
};
