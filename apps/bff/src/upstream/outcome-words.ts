import type { NotSentReason, UnknownReason } from "@dc/api-client";

/** Why it is not known what became of a request. */
export const lost: { readonly [why in UnknownReason]: string } = {
  "reply-lost": "The connection broke before the reply came.",
  timeout: "No reply came in time.",
  "empty-answer": "The service's reply was empty.",
  "unreadable-answer": "The service's reply could not be read.",
  "too-large": "The service's reply was too large to read.",
  "service-failure": "The service failed while it answered.",
  "unexpected-status": "The service answered with a status that does not say what happened.",
  "other-id": "The service answered about something else.",
};

/** Why a request never left. */
export const notSent: { readonly [why in NotSentReason]: string } = {
  unreachable: "the service cannot be reached.",
  paused: "calls to the service are paused, since the last ones failed.",
  timeout: "there was no time left to send it.",
  "standard-index": "the standard index cannot be changed.",
  "index-not-named": "by the service profile the request would not have named its index.",
};

export const notSentCodes = {
  unreachable: "service_unreachable",
  paused: "service_paused",
  timeout: "service_timeout",
  "standard-index": "service_refused",
  "index-not-named": "service_refused",
} as const;
