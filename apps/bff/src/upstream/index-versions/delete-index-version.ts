import type { DeletionReason } from "@dc/directory";
import type { Service } from "#/upstream/service.ts";
import { listServiceIndexVersions, readServiceIndexVersion } from "./service-index-versions.ts";
import { type KeptWords, notSentCodes, toServiceFailure, wordsOf } from "#/upstream/service-failure.ts";

/** The outcome of requesting a deletion once. */
export type SentDeletion =
  | { outcome: "held" }
  | { outcome: "done"; status: number; requestId: string | null }
  | { outcome: "unknown"; reason: DeletionReason; words: KeptWords | null }
  | {
      outcome: "refused";
      code: "service_refused" | "service_unreachable" | "service_timeout" | "service_paused";
      reason: DeletionReason;
      words: KeptWords | null;
    };

/** Sends exactly one request to delete an index version. The standard and the test index are refused before it leaves. */
export async function deleteIndexVersion(service: Service, indexId: string): Promise<SentDeletion> {
  const sent = await service.client.writes.deleteIndexVersion(indexId).catch((error: unknown) => {
    const failure = toServiceFailure(error);
    if (failure?.didNothing === true) return failure;
    throw error;
  });
  if ("didNothing" in sent)
    return {
      outcome: "refused",
      code: sent.code === "service_answer_invalid" ? "service_refused" : sent.code,
      reason: { code: "deletion-failed", params: { failure: sent.message } },
      words: sent.words,
    };
  switch (sent.outcome) {
    case "held":
      return { outcome: "held" };
    case "done":
      return { outcome: "done", status: sent.status, requestId: sent.requestId };
    case "refused":
      return {
        outcome: "refused",
        code: "service_refused",
        reason: { code: "deletion-refused" },
        words: wordsOf(sent),
      };
    case "unknown": {
      const { status, requestId } = sent;
      const words = status === null ? null : { status, code: null, message: null, requestId };
      return { outcome: "unknown", reason: { code: "deletion-reply-lost", params: { cause: sent.why } }, words };
    }
    case "not-sent":
      return {
        outcome: "refused",
        code: notSentCodes[sent.why],
        reason: { code: "deletion-not-sent", params: { cause: sent.why } },
        words: null,
      };
  }
}

/** How the service can be asked whether it has an index version. */
export function presenceCheck({ profile }: Pick<Service, "profile">): "read" | "list" | null {
  const { operations } = profile.data;
  if (operations["readIndexVersion"] !== undefined) return "read";
  return operations["listIndexVersions"] === undefined ? null : "list";
}

/**
 * Whether the service has an index version; null where it cannot say. A list proves nothing unless it held still, and that
 * it is gone is proven only where the same question was answered otherwise before.
 */
export async function isIndexVersionThere(service: Service, indexId: string): Promise<boolean | null> {
  const check = presenceCheck(service);
  if (check === "read") {
    const read = await readServiceIndexVersion(service, indexId);
    if (read.outcome === "told") return true;
    const reason = read.outcome === "failed" ? read.failure.reason : null;
    return reason === "missing" || reason === "unknown-index" ? false : null;
  }
  if (check === null) return null;
  const listed = await listServiceIndexVersions(service, { steady: true });
  return listed.outcome === "told" ? listed.value.some(({ id }) => id === indexId) : null;
}
