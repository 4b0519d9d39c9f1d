import { type ServiceFailureMessage, serviceFailureText } from "./service-failure.ts";
import type { MessageOf } from "./message.ts";

/** Why the creation of an index version was refused, or why its outcome is unknown. */
export type CreationReason = MessageOf<typeof creationReasons>;

/** Why it is not known what became of a request. */
export type LostReply = keyof typeof lostReplies;

/** Why a request was never sent. */
export type NotSentCause = keyof typeof notSentCauses;

export function lostReplyText(cause: LostReply): string {
  return lostReplies[cause];
}

export function notSentText(cause: NotSentCause): string {
  return `Not sent: ${notSentCauses[cause]}.`;
}

const lostReplies = {
  "reply-lost": "The connection was lost before the service replied.",
  timeout: "The service did not reply in time.",
  "empty-answer": "The service's reply was empty.",
  "unreadable-answer": "The service's reply could not be read.",
  "too-large": "The service's reply was too large to read.",
  "key-echoed": "The service's reply contained the API key and was not used.",
  "service-failure": "The service reported an internal error.",
  "unexpected-status": "The service replied with an unexpected status.",
  "other-id": "The service's reply did not match the request.",
} as const;

const notSentCauses = {
  unreachable: "the service cannot be reached",
  paused:
    "calls to the service are paused, because recent calls failed, the service asked to wait, or those of a minute are used up",
  timeout: "there was no time left to send it",
  "standard-index": "the standard index cannot be changed",
  "test-index": "the test index cannot be deleted",
  "index-not-named": "with this service profile, the request would not name its index version",
} as const;

const outcomeUnknown = "It is not known whether the index version was created.";

export const creationReasons = {
  "index-version-refused": () => "The service refused to create the index version.",
  "index-version-failed": ({ failure }: { failure: ServiceFailureMessage }) => serviceFailureText(failure),
  "index-version-not-sent": ({ cause }: { cause: NotSentCause }) => notSentText(cause),
  "index-version-reply-lost": ({ cause }: { cause: LostReply }) => `${lostReplyText(cause)} ${outcomeUnknown}`,
  "index-version-known": ({ id }: { id: string }) => `The service answered with ${id}, which is already known here.`,
  "index-version-interrupted": () => `The console stopped before the service replied. ${outcomeUnknown}`,
} as const;
