import type { NotSent, Refused, Unknown } from "@dc/api-client";
import type { LostReply, NotSentCause, ServiceFailureMessage } from "@dc/directory";
import { type KeptWords, notSentCodes, toServiceFailure, wordsOf } from "#/upstream/service-failure.ts";

/** A request about an index version that was not carried out, or of which that is not known. */
export type NotDone<Reason> = { reason: Reason; words: KeptWords | null } & (
  | { outcome: "unknown" }
  | { outcome: "refused"; code: (typeof notSentCodes)[NotSentCause] }
);

interface Reasons<Reason> {
  refused: Reason;
  failed: (params: { failure: ServiceFailureMessage }) => Reason;
  lost: (params: { cause: LostReply }) => Reason;
  notSent: (params: { cause: NotSentCause }) => Reason;
}

/** The outcome of a request that is sent exactly once; an error that says that nothing was done is a refusal. */
export async function requestOnce<Sent extends { outcome: "done" | "held" }, Reason>(
  sending: Promise<Sent | Refused | Unknown | NotSent>,
  reasons: Reasons<Reason>,
): Promise<Sent | NotDone<Reason>> {
  const sent = await sending.catch((error: unknown) => {
    const failure = toServiceFailure(error);
    if (failure?.didNothing !== true) throw error;
    const code = failure.code === "service_answer_invalid" ? "service_refused" : failure.code;
    const reason = reasons.failed({ failure: failure.message });
    return { outcome: "failed", code, reason, words: failure.words } as const;
  });
  switch (sent.outcome) {
    case "failed":
      return { ...sent, outcome: "refused" };
    case "refused": {
      // A key that is not accepted has nothing to do with what was asked for.
      const reason =
        sent.reason === "unauthorised" ? reasons.failed({ failure: { code: "unauthorised" } }) : reasons.refused;
      return { outcome: "refused", code: "service_refused", reason, words: wordsOf(sent) };
    }
    case "unknown": {
      const { status, requestId } = sent;
      const words = status === null ? null : { status, code: null, message: null, requestId };
      return { outcome: "unknown", reason: reasons.lost({ cause: sent.why }), words };
    }
    case "not-sent":
      return {
        outcome: "refused",
        code: notSentCodes[sent.why],
        reason: reasons.notSent({ cause: sent.why }),
        words: null,
      };
    case "done":
    case "held":
      return sent;
  }
}
