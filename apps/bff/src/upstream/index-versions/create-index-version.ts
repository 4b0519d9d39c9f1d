import type { CreationReason } from "@dc/directory";
import type { Service } from "#/upstream/service.ts";
import { type KeptWords, notSentCodes, toServiceFailure, wordsOf } from "#/upstream/service-failure.ts";

/** The outcome of requesting an index version once. */
export type CreatedIndexVersion =
  | { outcome: "created"; id: string; name: string | null; requestId: string | null }
  | { outcome: "unknown"; reason: CreationReason; words: KeptWords | null }
  | {
      outcome: "refused";
      code: "service_refused" | "service_unreachable" | "service_timeout" | "service_paused";
      reason: CreationReason;
      words: KeptWords | null;
    };

/** Sends exactly one request for a new index version. */
export async function createIndexVersion(service: Service, name: string): Promise<CreatedIndexVersion> {
  const sent = await service.client.indexVersions.create({ name }).catch((error: unknown) => {
    const failure = toServiceFailure(error);
    if (failure?.didNothing === true) return failure;
    throw error;
  });
  if ("didNothing" in sent)
    return {
      outcome: "refused",
      code: sent.code === "service_answer_invalid" ? "service_refused" : sent.code,
      reason: { code: "index-version-failed", params: { failure: sent.message } },
      words: sent.words,
    };
  switch (sent.outcome) {
    case "done":
      return { outcome: "created", id: sent.value.id, name: sent.value.name, requestId: sent.requestId };
    case "refused": {
      const words = wordsOf(sent);
      return {
        outcome: "refused",
        code: "service_refused",
        reason: { code: "index-version-refused" },
        words,
      };
    }
    case "unknown": {
      const words =
        sent.status === null ? null : { status: sent.status, code: null, message: null, requestId: sent.requestId };
      return {
        outcome: "unknown",
        reason: { code: "index-version-reply-lost", params: { cause: sent.why } },
        words,
      };
    }
    case "not-sent":
      return {
        outcome: "refused",
        code: notSentCodes[sent.why],
        reason: { code: "index-version-not-sent", params: { cause: sent.why } },
        words: null,
      };
  }
}
