import { type LostReply, lostReplyText, type NotSentCause, notSentText } from "./creation-reason.ts";
import type { MessageOf } from "./message.ts";
import { type ServiceFailureMessage, serviceFailureText } from "./service-failure.ts";

/** Why the deletion of an index version was refused, or why its outcome is unknown. */
export type DeletionReason = MessageOf<typeof deletionReasons>;

const outcomeUnknown = "It is not known whether the index version was deleted.";

export const deletionReasons = {
  "deletion-held": () => "The service profile has no operation deleteIndexVersion.",
  "deletion-refused": () => "The service refused to delete the index version.",
  "deletion-failed": ({ failure }: { failure: ServiceFailureMessage }) => serviceFailureText(failure),
  "deletion-not-sent": ({ cause }: { cause: NotSentCause }) => notSentText(cause),
  "deletion-reply-lost": ({ cause }: { cause: LostReply }) => `${lostReplyText(cause)} ${outcomeUnknown}`,
  "deletion-still-there": () => "The service said that it deleted the index version, and still has it.",
  "deletion-without-effect": () => "The service still has the index version, minutes after a request without a reply.",
  "deletion-interrupted": () => `The console stopped before the service replied. ${outcomeUnknown}`,
} as const;
