import type { Reading } from "#/records/reading.ts";
import { plainText, readingSpan } from "#/sentences/span.ts";
import { fieldLabel } from "#/sentences/field-words.ts";
import type { MessageOf } from "./message.ts";
import { type ServiceFailureMessage, serviceFailureText } from "./service-failure.ts";

/** Why a change is held, waits, has failed, or is not known to be applied. */
export type ChangeReason = MessageOf<typeof changeReasons>;

/** The alarm that stands on a change, by the reason that the change gives; null for every other reason. */
export function alarmOf(reason: ChangeReason | null): string | null {
  return reason?.code === "alarm" ? reason.params.alarm : null;
}

type NeededRecord = { needed: "its own record" } | { needed: "another record"; id: string };
/** Why a call to the service failed; earlier versions kept the sentence. */
type Failure = { failure: ServiceFailureMessage | string };

const sideNames = {
  base: "The standard value",
  index: "The value in the index",
  directory: "The value of the directory",
};
const doing = { create: "creating", update: "updating", delete: "deleting" } as const;

export const changeReasons = {
  "endpoint-not-documented": ({ operation, recordType }: { operation: keyof typeof doing; recordType: string }) =>
    `Held because the endpoint for ${doing[operation]} a ${fieldLabel(recordType)} is not documented and the service profile does not define one.`,
  "operation-not-documented": () =>
    "Held because the endpoint is not documented and the service profile does not define one.",
  "field-not-writable": ({ field, label, recordType }: { field: string; label?: string; recordType: string }) =>
    `Held because the service profile has no writable ${label ?? fieldLabel(field)} for a ${fieldLabel(recordType)}.`,
  "needed-record-held": (needed: NeededRecord) => `Held because the creation of ${nameOf(needed)} is held.`,
  "needed-record-without-id": (needed: NeededRecord) =>
    `Waiting because ${nameOf(needed)} has no id in the service yet.`,
  "needed-record-not-created": (needed: NeededRecord) => `Not sent because ${nameOf(needed)} was not created.`,
  "earlier-change-open": () => "Waiting for an earlier change of this record to be settled.",
  "record-not-created": () => "Not sent because the record that it changes was not created.",
  "too-many-requests": () => "Waiting because the service received too many requests.",
  "not-sent": () => "Waiting for the service. Nothing was sent yet.",
  "service-unavailable": ({ failure }: Failure) => `Waiting for the service. ${failureText(failure)}`,
  "not-settled": ({ failure }: Failure) => `Not settled yet. ${failureText(failure)}`,
  "record-missing": () => "Not sent because the service does not have this record in this index version.",
  "record-deleted": () => "Not sent because another change deletes the record.",
  "standard-index": () => "Not sent because the standard index is read-only.",
  "index-not-named": () =>
    "Not sent because, with this service profile, the request would not name its index version. Correct the profile, then send the change again.",
  "value-not-encodable": ({ problem }: { problem: string }) =>
    `The service profile cannot express this value: ${problem}.`,
  "record-not-encodable": ({ problem }: { problem: string }) =>
    `The service profile cannot express this record: ${problem}.`,
  refused: ({ together, words, status }: { together: number; words: string | null; status: number }) =>
    `The service refused ${together === 1 ? "the change" : `all ${together} changes of this record, which were sent in one request`}: ${words ?? `status ${status}`}`,
  "reply-lost": () => "The connection was lost before the service answered. The record is read again shortly.",
  timeout: () => "The service did not answer in time. The record is read again shortly.",
  "empty-answer": () =>
    "The service reported success without a body, which is no proof. The record is read again shortly.",
  "unreadable-answer": () => "The service's answer could not be read. The record is read again shortly.",
  "too-large": () => "The service's answer was too large. The record is read again shortly.",
  "key-echoed": () => "The service's answer contained the API key and was not used. The record is read again shortly.",
  "service-failure": () => "The service reported an internal error. The record is read again shortly.",
  "unexpected-status": () =>
    "The service answered with a status that the profile does not list as a success. The record is read again shortly.",
  "other-id": () => "The service answered with another record. The record is read again shortly.",
  interrupted: () => "The console stopped while this change was being sent. The record is read again first.",
  "not-read-back": ({ failure }: Failure) =>
    `The service accepted the change, but it could not be read back. ${failureText(failure)}`,
  "reads-otherwise": () => "The service accepted the change, but the record does not have the intended value.",
  "settled-otherwise": () =>
    "The record exists, but it does not have the intended values. Review it and say whether the change was applied.",
  "taken-elsewhere": () =>
    "The value was written to another index version, and this one does not have the intended value. It is not sent again automatically. Review both index versions.",
  alarm: ({ indices, isInIndex }: { alarm: string; indices: string[]; isInIndex: boolean }) =>
    `Isolation alarm: the value was also written to ${indices.join(" and ")}.${isInIndex ? "" : " This index version does not have it."} A person has to settle the alarm.`,
  "perhaps-late-request": () =>
    "Waiting because a delayed write of ours may have overwritten the value in the index. Restore our value, or accept what the index says.",
  "ground-not-kept": () =>
    "In review again: what its author saw was not kept when it was approved. Look at it once more.",
  "already-so": () => "Not applied: the directory says this already.",
  "ground-moved": ({ sides }: { sides: ("base" | "index" | "directory")[] }) =>
    `${sides.map((side) => sideNames[side]).join(" and ")} changed since this was decided. Send it all the same, give way, or set another value.`,
  "moved-before-live": () => "Not applied: what it was decided on changed before it became live. Look at it again.",
  "first-record-open": () => "Waiting for the first record of this change set to be checked.",
  "sending-undone": () => "Held because its sending was undone.",
  "may-not-apply": ({ by }: { by: string }) =>
    `Not sent because ${by}, who applied it, could no longer do so when the time to undo was over. Somebody else can apply it.`,
  "approval-lapsed": ({ people }: { people: string[] }) =>
    people.length === 0
      ? "Not sent because it has too few approvals."
      : `Needs another approval: ${people.join(" and ")} may no longer approve it.`,
  "sending-stopped": () => "Waiting because the sending of this connection is stopped.",
  "held-back": () =>
    "Waiting because the console was stopped with Ctrl-C, which holds back what was not sent. Send it when it should go on.",
  "held-back-reads-as-before": () =>
    "Sending was stopped before the service answered, and reading does not show that the value was written. It is sent again once sending is resumed.",
  "not-in-index-after-alarm": () =>
    "The value was written to another index version and not to this one. The isolation alarm is settled; the change can be sent again.",
  "creation-not-shown": () => "The service does not return the record that it created. Review it in the service.",
  "creation-not-listed": () =>
    "The service's list does not contain the record yet. Give the id that it was assigned, or say that it was not created.",
  "creation-without-list": () =>
    "It is not known whether the record was created, and the service has no list to check. Give the id that it was assigned, or say that it was not created.",
  "creation-ambiguous": ({ candidates }: { candidates: number }) =>
    `The service lists ${candidates} new records that could be this one. Give the id of the right one.`,
  "reads-as-before": ({ attempts }: { attempts: number }) =>
    `Sent ${attempts} times, but the value has not changed. Review it in the service.`,
  "base-moved-since-lost": () =>
    "The service did not answer, the value has not changed, and the standard value changed since this was decided, so it is not sent again. Review it and say whether the change was applied.",
  "follows-base": ({ attempts }: { attempts: number }) =>
    `Sent ${attempts} times without an answer. The record has the intended value, but so does the standard index, which this index version follows, so reading does not show whether it was written. Review it in the service.`,
  "pinned-value-moved": ({ now }: { now: Reading }) =>
    `Not pinned: the index version now has ${plainText([readingSpan(now)])}. Review the value and pin it again.`,
  "pinned-element-moved": ({ isThere }: { isThere: boolean }) =>
    `Not pinned: the entry ${isThere ? "has changed in" : "is missing from"} the index version.`,
  "third-value": () =>
    "The record has neither the intended nor the previous value. Review it and say whether the change was applied.",
  "read-asked": ({ person }: { person: string }) =>
    `${person} asked what became of it. The record is read again shortly.`,
  "replaced-by-later": () => "Not sent because a later change of the same value is already in the index version.",
  rejected: ({ person, words }: { person: string; personId?: string; words: string }) =>
    `Rejected by ${person}: “${words}”`,
  "person-said-not-applied": ({ person }: { person: string }) => `${person} marked it as not applied.`,
} as const;

function failureText(failure: Failure["failure"]): string {
  return typeof failure === "string" ? failure : serviceFailureText(failure);
}

function nameOf(record: NeededRecord): string {
  return record.needed === "its own record" ? "the record that it changes" : `${record.id}, which it refers to,`;
}
