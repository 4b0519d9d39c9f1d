import type { Json } from "#/json/json.ts";
import { fieldLabel } from "#/sentences/sentence-context.ts";
import { messageText } from "./message.ts";
import type { MessageOf } from "./message.ts";

/** Why a change is held, waits, has failed, or is not known to be applied. */
export type ChangeReason = MessageOf<typeof texts>;

export function changeReasonText(reason: ChangeReason | Json): string {
  return messageText(texts, reason);
}

type NeededRecord = { needed: "its own record" } | { needed: "another record"; id: string };
/** What a failed call to the service means, as the part that made it says it. */
type Failure = { failure: string };

const doing = { create: "creating", update: "updating", delete: "deleting" } as const;

const texts = {
  "endpoint-not-documented": ({ operation, recordType }: { operation: keyof typeof doing; recordType: string }) =>
    `Held, because the endpoint for ${doing[operation]} a ${fieldLabel(recordType)} is not documented, and the profile does not name one.`,
  "operation-not-documented": () => "Held, because the endpoint is not documented, and the profile does not name one.",
  "field-not-writable": ({ field, recordType }: { field: string; recordType: string }) =>
    `Held, because the service profile has no ${fieldLabel(field)} of a ${fieldLabel(recordType)} that could be written.`,
  "needed-record-held": (needed: NeededRecord) => `Held, because ${nameOf(needed)} is itself held to be created.`,
  "needed-record-without-id": (needed: NeededRecord) => `Waiting until ${nameOf(needed)} has an id of the service.`,
  "needed-record-not-created": (needed: NeededRecord) => `Not sent, because ${nameOf(needed)} was not created.`,
  "earlier-change-open": () => "Waiting until an earlier change of this record is settled.",
  "record-not-created": () => "The record that it changes was not created.",
  "too-many-requests": () => "Waiting, because the service asked for it: too many requests.",
  "not-sent": () => "Waiting for the service: nothing has left yet.",
  "service-unavailable": ({ failure }: Failure) => `Waiting for the service. ${failure}`,
  "not-settled": ({ failure }: Failure) => `Not settled yet. ${failure}`,
  "record-missing": () => "The service does not have this record in this index, so nothing was sent.",
  "record-deleted": () => "Not sent, because the record is deleted by another change.",
  "standard-index": () => "The standard index is read-only, so nothing was sent.",
  "index-not-named": () =>
    "By the service profile the request would not have named its index, so nothing was sent. Correct the profile, then send it again.",
  "value-not-encodable": ({ problem }: { problem: string }) =>
    `The value cannot be written as the service spells it now: ${problem}.`,
  "record-not-encodable": ({ problem }: { problem: string }) =>
    `The record cannot be written as the service spells it now: ${problem}.`,
  refused: ({ together, words, status }: { together: number; words: string | null; status: number }) =>
    `The service refused${together === 1 ? "" : ` all ${together} changes of this record, which went in one request`}: ${words ?? `status ${status}`}`,
  "reply-lost": () => "The connection broke before the service answered. It is read again after a quiet moment.",
  timeout: () => "The service did not answer in time. It is read again after a quiet moment.",
  "empty-answer": () =>
    "The service said yes without a body, which proves nothing. It is read again after a quiet moment.",
  "unreadable-answer": () => "The service's answer could not be read. The record is read again after a quiet moment.",
  "too-large": () => "The service's answer was too large. The record is read again after a quiet moment.",
  "service-failure": () => "The service failed on the way. It is read again after a quiet moment.",
  "unexpected-status": () =>
    "The service answered with a status that the profile does not take for a success. It is read again after a quiet moment.",
  "other-id": () => "The service answered about another record. It is read again after a quiet moment.",
  interrupted: () => "The console stopped while this was on its way. It is read again before anything else.",
  "not-read-back": ({ failure }: Failure) => `The service took it, but it could not be read back. ${failure}`,
  "reads-otherwise": () => "The service took it, but the record does not read as wanted.",
  "settled-otherwise": () => "The record is there, but it does not read as wanted. Somebody has to say what counts.",
  "taken-elsewhere": () =>
    "Another index took the value that was sent, and this one does not read as wanted. It is not sent again by itself: somebody has to look.",
  "creation-not-shown": () => "The service does not show the record that it created. Somebody has to look.",
  "creation-not-listed": () =>
    "The service's list does not show it, which does not prove that it will not. Say which id it got, or that it was not created.",
  "creation-without-list": () =>
    "Whether it was created is not known, and the service has no list to look it up in. Say which id it got, or that it was not created.",
  "creation-ambiguous": ({ candidates }: { candidates: number }) =>
    `The service lists ${candidates} new records that could be this one. Say which it is.`,
  "reads-as-before": ({ attempts }: { attempts: number }) =>
    `Sent ${attempts} times, and it still reads as before. Somebody has to look.`,
  "third-value": () => "It reads neither as wanted nor as before. Somebody has to say what counts.",
  "replaced-by-later": () => "A later change of the same value is in the index, so this one is not sent.",
  "person-said-not-applied": ({ person }: { person: string }) => `${person} found that it was not applied.`,
} as const;

function nameOf(record: NeededRecord): string {
  return record.needed === "its own record" ? "the record that it changes" : `${record.id}, which it names,`;
}
