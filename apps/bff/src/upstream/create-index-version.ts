import { lost, notSent, notSentCodes } from "./outcome-words.ts";
import type { Service } from "./service.ts";
import { toServiceFailure } from "./service-failure.ts";

interface Words {
  status: number | null;
  code: string | null;
  message: string | null;
  requestId: string | null;
}

/** What became of asking for an index version, once. */
export type CreatedIndexVersion =
  | { outcome: "created"; id: string; name: string | null; requestId: string | null }
  | { outcome: "unknown"; why: string; words: Words | null }
  | {
      outcome: "refused";
      code: "service_refused" | "service_unreachable" | "service_timeout" | "service_paused";
      why: string;
      words: Words | null;
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
      why: sent.detail,
      words: sent.words,
    };
  switch (sent.outcome) {
    case "done":
      return { outcome: "created", id: sent.value.id, name: sent.value.name, requestId: sent.requestId };
    case "refused": {
      const words = { status: sent.status, code: sent.code, message: sent.words, requestId: sent.requestId };
      return {
        outcome: "refused",
        code: "service_refused",
        why: "The service refused to create the index version.",
        words,
      };
    }
    case "unknown": {
      const words =
        sent.status === null ? null : { status: sent.status, code: null, message: null, requestId: sent.requestId };
      return {
        outcome: "unknown",
        why: `${lost[sent.why]} It is not known whether the index version was created.`,
        words,
      };
    }
    case "not-sent":
      return { outcome: "refused", code: notSentCodes[sent.why], why: `Not sent: ${notSent[sent.why]}`, words: null };
  }
}
