import type { NotSentReason, UnknownReason } from "@dc/api-client";

/** Why it is not known what became of a request. */
export const lost: { readonly [why in UnknownReason]: string } = {
  "reply-lost": "The connection was lost before the service replied.",
  timeout: "The service did not reply in time.",
  "empty-answer": "The service's reply was empty.",
  "unreadable-answer": "The service's reply could not be read.",
  "too-large": "The service's reply was too large to read.",
  "service-failure": "The service reported an internal error.",
  "unexpected-status": "The service replied with an unexpected status.",
  "other-id": "The service's reply did not match the request.",
};

/** Why a request never left. */
export const notSent: { readonly [why in NotSentReason]: string } = {
  unreachable: "the service cannot be reached.",
  paused: "calls to the service are paused because recent calls failed.",
  timeout: "there was no time left to send it.",
  "standard-index": "the standard index cannot be changed.",
  "index-not-named": "with this service profile, the request would not name its index version.",
};

export const notSentCodes = {
  unreachable: "service_unreachable",
  paused: "service_paused",
  timeout: "service_timeout",
  "standard-index": "service_refused",
  "index-not-named": "service_refused",
} as const;
