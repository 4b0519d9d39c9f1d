import type { Service } from "./service.ts";

type Outcome = Awaited<ReturnType<Service["client"]["indexVersions"]["create"]>>;
type Unknown = Extract<Outcome, { outcome: "unknown" }>;
type NotSent = Extract<Outcome, { outcome: "not-sent" }>;

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
  const sent = await service.client.indexVersions.create({ name });
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
        why: `${lost[sent.why]} Whether the index version was created is not known.`,
        words,
      };
    }
    case "not-sent":
      return { outcome: "refused", code: notSentCodes[sent.why], why: `Not sent: ${notSent[sent.why]}`, words: null };
  }
}

const lost: { readonly [why in Unknown["why"]]: string } = {
  "reply-lost": "The connection broke before the reply came.",
  timeout: "No reply came in time.",
  "empty-answer": "The service's reply was empty.",
  "unreadable-answer": "The service's reply could not be read.",
  "too-large": "The service's reply was too large to read.",
  "service-failure": "The service failed while it answered.",
  "unexpected-status": "The service answered with a status that does not say what happened.",
  "other-id": "The service answered about something else.",
};

const notSent: { readonly [why in NotSent["why"]]: string } = {
  unreachable: "the service cannot be reached.",
  paused: "calls to the service are paused, since the last ones failed.",
  timeout: "there was no time left to send it.",
  "standard-index": "the standard index cannot be changed.",
};

const notSentCodes = {
  unreachable: "service_unreachable",
  paused: "service_paused",
  timeout: "service_timeout",
  "standard-index": "service_refused",
} as const;
