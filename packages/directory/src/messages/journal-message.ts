import type { Json } from "#/json/json.ts";
import { describeChange } from "#/sentences/describe-change.ts";
import type { DescribedChange } from "#/sentences/describe-change.ts";
import type { SentenceContext } from "#/sentences/sentence-context.ts";
import { tellChange } from "#/sentences/tell-change.ts";
import { fieldLabel } from "#/sentences/field-words.ts";
import type { Choice } from "#/kinds/value-kind.ts";
import type { AlarmAnswer } from "#/decisions/settle-alarm.ts";
import { messageText } from "./message.ts";
import type { MessageOf } from "./message.ts";

/** What happened, for the journal; names are kept as they were then. */
export type JournalMessage = MessageOf<typeof texts>;

/** What happened, as noun and verb: the action of an entry. */
type JournalCode = keyof typeof texts;
export type JournalNoun = JournalCode extends infer Code
  ? Code extends `${infer Noun}.${string}`
    ? Noun
    : never
  : never;

export function journalText(message: JournalMessage | Json): string {
  return messageText(everyText, message as Json);
}

/** A change with the names that its sentence uses; members are those of a set that have a name, by id. */
export interface NamedChange {
  change: DescribedChange;
  record: { type: string; name: string };
  index: string;
  members: { readonly [id: string]: string };
  /** What the profile called the field; left out where it had no name but its key. */
  label?: string;
  /** The words of the values that the change names, where they were of a choice. */
  choices?: readonly Choice[];
}

/** What became of a change, by the step that was taken. */
export type ChangeStep = keyof typeof steps;

const steps = {
  sending: "Sending",
  applied: "Applied",
  settled: "Applied, confirmed by reading",
  "found-before-sending": "Found in the index, not sent by us",
  pinned: "Applied, nothing sent",
  found: "Applied, found in the index, not sent by us",
  held: "Held",
  released: "To be sent",
  deferred: "Deferred",
  failed: "Failed",
  unknown: "Outcome unknown",
  replaced: "Withdrawn, replaced by a later change",
  withdrawn: "Withdrawn",
  "gave-way": "Withdrawn, gave way to what is in the index",
  "at-rest": "Not sent, what it was decided on changed",
  reverted: "Reverted",
  "went-back": "Went back before it was sent",
  undone: "Undone before it was sent",
  "said-applied": "Marked as applied",
  "alarm-kept": "Applied, and the value was kept in the other index version too",
  "alarm-not-ours": "Applied, and the other index version was said to have its value from somebody else",
  "alarm-reset": "Applied, and its reset was staged",
  "alarm-not-in-index": "Not applied: the value is in the other index version alone",
  "said-not-applied": "Marked as not applied",
} as const;

const answers: { readonly [answer in AlarmAnswer]: string } = {
  kept: "the other value is kept",
  "not ours": "the other value is not from this console",
  reset: "a reset of the value is staged",
};

type By = { by: string };
type OfIndex = { index: string };
type OfConnection = { connection: string };
type OfPerson = { person: string };
/** Entries of before tokens ended with their owner have none. */
type TokensRevoked = { tokens?: number };
type OfPasskey = OfPerson & { passkey: string };
type OfProvider = { provider: string };
/** Entries of before 2026-11-23 have no name. */
type OfField = { field: string; label?: string; record: { type: string; id: string; name?: string | null } };
type Count = { count: number };
/** Of an act in steps: how many were done with this one, and of how many. */
type StepOfMany = { done?: number; of?: number };
const ofMany = ({ done, of }: StepOfMany) =>
  done === undefined || of === undefined ? "" : `: ${done} of ${counted(of, "change")} by then`;

const stepTexts = Object.fromEntries(
  Object.entries(steps).map(([step, text]) => [
    `change.${step}`,
    (change: NamedChange) => `${text}: ${namedChangeText(change)}`,
  ]),
) as { readonly [Step in ChangeStep as `change.${Step}`]: (change: NamedChange) => string };

const texts = {
  "change.stage": ({ by, ...change }: By & NamedChange) => `${by} staged: ${namedChangeText(change)}`,
  "change.replace": ({ by, author, ...change }: By & NamedChange & { author: string }) =>
    `${by} replaced a draft${by === author ? "" : ` of ${author}`}: ${namedChangeText(change)}`,
  "change.restore": ({ by, author, ...change }: By & NamedChange & { author: string }) =>
    `${by} restored a draft of ${author}: ${namedChangeText(change)}`,
  "change.discard": ({ by, ...change }: By & NamedChange) => `${by} discarded a draft: ${namedChangeText(change)}`,
  ...stepTexts,
  "change.restage": ({ by }: By) => `${by} requested that a change that was not applied be sent`,
  "change.send-again": ({ by, state }: By & { state: string }) => `${by} requested that a ${state} change be sent`,
  "change.alarm": ({ index, sentTo, record }: OfIndex & { sentTo: string; record: OfField["record"] }) =>
    `Alarm: the value sent to ${sentTo} was also written to ${index}, for ${recordText(record)}`,
  "sending.stop": ({ indices, sentTo }: { indices: string[]; sentTo: string }) =>
    `Sending stopped: a value sent to ${sentTo} was also written to ${indices.join(" and ")}`,
  "sending.resume": ({ by }: By) => `${by} resumed sending after an isolation alarm`,
  "alarm.settle": ({ by, answer, sentTo }: By & { answer: AlarmAnswer; sentTo: string }) =>
    `${by} settled the isolation alarm on ${sentTo}: ${answers[answer]}`,
  "record.late-request": ({ field, label, record }: OfField) =>
    `In the index, ${theField(field, label)} of ${recordText(record)} is not as we left it: a delayed write of ours may have overwritten it`,
  "record.late-deletion": ({ record }: Pick<OfField, "record">) =>
    `In the index, ${recordText(record)} is gone: a delayed deletion of ours may have removed it`,
  "record.assign-id": ({ type, id }: { type: string; id: string }) =>
    `The service assigned the id ${id} to the new ${type}`,
  "change-set.create": ({ by }: By) => `${by} started a change set`,
  "change-set.rename": ({ by, name }: By & { name: string }) => `${by} named a change set “${name}”`,
  "change-set.evidence": ({ by }: By) => `${by} added evidence to a draft`,
  "change-set.apply": ({ by, count }: By & Count) => `${by} applied ${count === 1 ? "one change" : `${count} changes`}`,
  "change-set.check": ({ by, count }: By & Count) =>
    `${by} asked to apply a change set: ${counted(count, "reading")} of what it was decided on had to be made first`,
  "change-set.schedule": ({ by, at }: By & { at: string }) =>
    `${by} scheduled a change set to be applied at ${at.slice(0, 16).replace("T", " ")} UTC`,
  "change-set.unschedule": ({ by }: By) => `${by} took back the schedule of a change set`,
  "change-set.scheduled-apply": ({ by }: By) => `The hour of a change set that ${by} scheduled has come`,
  "change-set.apply-as-read": ({ by, at }: By & { at: string }) =>
    `${by} applied a change set that could not be read again, on what was read since ${at.slice(0, 16).replace("T", " ")} UTC`,
  "change-set.cancel-check": ({ by }: By) => `${by} cancelled applying a change set before it was queued`,
  "change-set.not-applied": ({ detail }: { detail: string }) => `A change set was read and not applied. ${detail}`,
  "change-set.submit": ({ by, count }: By & Count) => `${by} asked for the review of ${counted(count, "change")}`,
  "change-set.approve": ({ by, count }: By & Count) => `${by} approved ${counted(count, "change")}`,
  "change-set.reject": ({ by, count }: By & Count) => `${by} rejected ${counted(count, "change")}`,
  "change-set.details": ({ by }: By) => `${by} changed the purpose, the owner or the reviewers of a change set`,
  "change-set.ask": ({ by, count }: By & Count) => `${by} asked for changes of ${counted(count, "change")}`,
  "change-set.withdraw": ({ by, count }: By & Count) => `${by} withdrew ${counted(count, "change")}`,
  "change-set.ask-taking-back": ({ by, count }: By & Count) =>
    `${by} asked that ${counted(count, "change")} be taken back, which more approvers confirm`,
  "change-set.confirm-taking-back": ({ by, count }: By & Count) =>
    `${by} confirmed that ${counted(count, "change")} be taken back`,
  "change-set.drop-taking-back": ({ by, count }: By & Count) =>
    `${by} dropped the request to take back ${counted(count, "change")}`,
  "change-set.withdraw-request": ({ by, count }: By & Count) =>
    `${by} withdrew a request to change ${counted(count, "change")}`,
  "change-set.comment": ({ by, count }: By & Count) =>
    `${by} commented on ${count === 0 ? "a change set" : counted(count, "change")}`,
  "change-set.reopen": ({ by, count }: By & Count) => `${by} made ${counted(count, "change")} in review a draft again`,
  "change-set.edit-in-review": ({ by, count }: By & Count) =>
    `${by} edited ${counted(count, "change")} in review, ${count === 1 ? "which is" : "which are"} to be approved anew`,
  "change-set.undo-edit": ({ by, count }: By & Count) =>
    `${by} undid an edit: ${counted(count, "change")} ${count === 1 ? "is" : "are"} in review as before`,
  "change-set.lapse": ({ people, count }: { people: string[] } & Count) =>
    people.length === 0
      ? `${counted(count, "change")} with too few approvals went back to review`
      : `${people.length === 1 ? "The approval" : "The approvals"} of ${people.join(" and ")} no longer ${people.length === 1 ? "counts" : "count"}; ${count === 0 ? "nothing went back" : `${counted(count, "change")} went back`} to review`,
  "change-set.go-back": ({ count }: Count) => `${counted(count, "change")} went back before anything was sent`,
  "change-set.carry-out": ({ by, count }: By & Count) =>
    `What ${by} decided about ${counted(count, "change")} of a change set has been carried out`,
  "change-set.split": ({ by, count }: By & Count) => `${by} split ${counted(count, "change")} off a change set`,
  "change-set.keep-ours": ({ by, count, ...step }: By & Count & StepOfMany) =>
    `${by} kept ${counted(count, "moved change")}${ofMany(step)}`,
  "change-set.settle-stopped": ({ by, done, of }: By & { done: number; of: number }) =>
    `Of ${counted(of, "change")} that ${by} settled, ${done} were: the rest had changed again by then`,
  "change-set.already-so": ({ by, count }: By & Count) =>
    `${by} applied ${counted(count, "change")} that the directory says already, so that nothing was to be done`,
  "change-set.take-theirs": ({ by, count, ...step }: By & Count & StepOfMany) =>
    `${by} withdrew ${counted(count, "moved change")}${ofMany(step)}`,
  "change-set.send-all-the-same": ({ by, count }: By & Count) =>
    `${by} let ${counted(count, "change")} be sent although what is in the service moved`,
  "change-set.give-way": ({ by, count }: By & Count) =>
    `${by} withdrew ${counted(count, "change")} in favour of what is in the service`,
  "change-set.revert": ({ by, count }: By & Count) =>
    `${by} began to revert ${counted(count, "change")} of a change set`,
  "connection.approvals": ({ by, count }: By & Count) => `${by} set the approvals that a change needs to ${count}`,
  "connection.reasons": ({ by, required }: By & { required: boolean }) =>
    required ? `${by} required a reason for every change` : `${by} let changes be applied without a reason`,
  "connection.apply-age": ({ by, hours }: By & { hours: number | null }) =>
    hours === 0
      ? `${by} set that everything is read again before it is applied`
      : `${by} had apply read again what is ${hours === null ? "old" : `older than ${counted(hours, "hour")}`}`,
  "connection.columns": ({ by, count }: By & Count) =>
    `${by} mapped ${counted(count, "column")} of a spreadsheet, for all that have their headings`,
  "connection.ask-again": ({ by, count }: By & Count) =>
    `${by} set after how long to verify again to ${counted(count, "day")}`,
  "verification.give": ({ by, count, saidBy }: By & Count & { saidBy: string }) =>
    `${by} verified ${counted(count, "record")} as they stand, on the word of ${saidBy}`,
  "change-set.send": ({ by, count }: By & Count) =>
    `${by} requested that ${count === 1 ? "one held change" : `${count} held changes`} be sent`,
  "change-set.pause": ({ by }: By) => `${by} paused the sending of a change set`,
  "change-set.resume": ({ by }: By) => `${by} resumed the sending of a change set`,
  "change-set.retry": ({ by, count }: By & Count) => `${by} retried ${counted(count, "failed change")}`,
  "change-set.discard": ({ by, count }: By & Count) => `${by} discarded a draft of ${counted(count, "change")}`,
  "decision.keep-ours": ({ by, field, label, record }: By & OfField) =>
    `${by} kept our value of ${theField(field, label)} of ${recordText(record)}`,
  "decision.accept": ({ by, field, label, record }: By & OfField) =>
    `${by} accepted the outside value of ${theField(field, label)} of ${recordText(record)}`,
  "decision.undo": ({ by, field, label, record }: By & OfField) =>
    `${by} undid a decision about ${theField(field, label)} of ${recordText(record)}`,
  "decision.keep-ours-many": ({ by, count }: By & Count) => `${by} kept our values of ${counted(count, "field")}`,
  "decision.accept-many": ({ by, count }: By & Count) =>
    `${by} accepted the outside values of ${counted(count, "field")}`,
  "decision.undo-many": ({ by, count }: By & Count) => `${by} undid a decision about ${counted(count, "field")}`,
  "decision.policy-many": ({ by, policy, count }: By & Count & { policy: string }) =>
    `${by} set ${counted(count, "override")} to ${policy === "pin" ? "Pin" : "Follow"}`,
  "decision.until": ({ by, count, until }: By & Count & { until: string | null }) =>
    until === null
      ? `${by} kept ${counted(count, "override")} without an end`
      : `${by} kept ${counted(count, "override")} until ${until}`,
  "decision.policy": ({ by, policy, field, label, record }: By & OfField & { policy: string }) =>
    `${by} set ${theField(field, label)} of ${recordText(record)} to ${policy === "pin" ? "Pin" : "Follow"}`,
  "creation.send": ({ by, index }: By & OfIndex) => `${by} requested the index version “${index}”`,
  "index-version.create": ({ by, index }: By & OfIndex) => `${by} created the index version “${index}”`,
  "index-version.adopt": ({ by, index }: By & OfIndex) => `${by} adopted the index version “${index}”`,
  "index-version.found": ({ index }: OfIndex) =>
    `Found in the service: the index version “${index}”, whose request had no reply`,
  "creation.refused": ({ index }: OfIndex) => `Not created: the index version “${index}”`,
  "creation.unknown": ({ index }: OfIndex) => `Outcome unknown: the index version “${index}”`,
  "creation.settle": ({ by, index, state }: By & OfIndex & { state: string }) => `${by} settled “${index}”: ${state}`,
  "index-version.update": ({ by, index }: By & OfIndex) => `${by} changed the index version “${index}”`,
  "index-version.restore": ({ by, index }: By & OfIndex) => `${by} unarchived the index version “${index}”`,
  "index-version.archive": ({ by, index }: By & OfIndex) => `${by} archived the index version “${index}”`,
  "deletion.hold": ({ by, index }: By & OfIndex) => `${by} asked to delete the index version “${index}”, which is held`,
  "deletion.send": ({ by, index }: By & OfIndex) => `${by} requested the deletion of the index version “${index}”`,
  "deletion.done": ({ index }: OfIndex) => `Deleted in the service: the index version “${index}”`,
  "deletion.refused": ({ index }: OfIndex) => `Not deleted: the index version “${index}”`,
  "deletion.unknown": ({ index }: OfIndex) => `Outcome unknown: the deletion of the index version “${index}”`,
  "deletion.withdraw": ({ by, index }: By & OfIndex) => `${by} withdrew the deletion of the index version “${index}”`,
  "deletion.settle": ({ by, index, state }: By & OfIndex & { state: string }) =>
    `${by} settled the deletion of “${index}”: ${state}`,
  "creation.start": ({ index, source, count, leftOut = 0 }: OfIndex & Count & { source: string; leftOut?: number }) =>
    `${counted(count, "override")} of ${source} ${count === 1 ? "was" : "were"} staged in “${index}”${leftOut === 0 ? "" : `, ${leftOut} ${leftOut === 1 ? "was" : "were"} left out`}`,
  "index-version.named-by-profile": ({ index, role }: OfIndex & { role: string }) =>
    `${index} is now the ${role} index, according to the profile`,
  "index-version.no-longer-named": ({ index, role }: OfIndex & { role: string }) =>
    `${index} is no longer the ${role} index, according to the profile. Its contents are unchanged`,
  "roster.add": ({ by }: By) => `${by} added a list of ids to the roster`,
  "roster.copy": ({ by, index }: By & OfIndex) => `${by} copied the roster of ${index}`,
  "roster.read-again": ({ by }: By) => `${by} requested that the whole roster be read again`,
  "roster.read": ({ count }: Count) =>
    `${counted(count, "record")} ${count === 1 ? "was" : "were"} read for the roster`,
  "roster.choose": ({ by, line }: By & { line: number }) => `${by} chose whom line ${line} of a roster import means`,
  "roster.name": ({ by, text, name }: By & { text: string; name: string }) =>
    `${by} chose whom “${text}” means in sheets: ${name}`,
  "roster.forget-name": ({ by, text }: By & { text: string }) => `${by} took back whom “${text}” means in sheets`,
  "roster.correct": ({ by, line }: By & { line: number }) => `${by} corrected line ${line} of a roster import`,
  "roster.stop": ({ by, count }: By & Count) =>
    `${by} stopped a roster import: ${counted(count, "line")} ${count === 1 ? "was" : "were"} not read`,
  "roster.take-back": ({ by, removed, left }: By & { removed: number; left: number }) =>
    `${by} took back a roster import: ${counted(removed, "record")} removed${left === 0 ? "" : `, ${left} left`}`,
  "plan.take-back": ({ by, removed, restored, left }: By & { removed: number; restored: number; left: number }) =>
    `${by} took back an import of plan names: ${removed} removed, ${restored} as before${left === 0 ? "" : `, ${left} left`}`,
  "roster.remove": ({ by, record }: By & { record: string }) => `${by} removed ${record} from the roster`,
  "plan.import": ({ by, added, changed }: By & { added: number; changed: number }) =>
    `${by} imported a plan catalogue: ${added} added, ${changed} changed`,
  "brief.make": ({ by, index, how }: By & OfIndex & { how: "print" | "link" }) =>
    `${by} ${how === "print" ? "printed" : "shared"} a brief of “${index}”`,
  "share-link.create": ({ by, index, sharedWith, days }: By & OfIndex & { sharedWith: string; days: number }) =>
    `${by} shared the brief of “${index}” with ${sharedWith} for ${counted(days, "day")}`,
  "share-link.revoke": ({ by, index, sharedWith }: By & OfIndex & { sharedWith: string }) =>
    `${by} ended the link of ${sharedWith} to the brief of “${index}”`,
  "claim.make": ({
    by,
    index,
    practitioner,
    says,
    sharedWith,
  }: By & OfIndex & { practitioner: string; says: "right" | "wrong"; sharedWith: string }) =>
    `${by} says that ${practitioner} is ${says} in “${index}”, by the link of ${sharedWith}`,
  "claim.take-back": ({ by }: By) => `${by} took back an answer`,
  "claim.settle": ({
    by,
    saidBy,
    practitioner,
    index,
    as,
  }: By & OfIndex & { saidBy: string; practitioner: string; as: "verified" | "correcting" | "dismissed" }) =>
    `${by} ${{ verified: "verified what", correcting: "corrects what", dismissed: "dismissed what" }[as]} ${saidBy} said of ${practitioner} in “${index}”`,
  "booking.simulate": ({ by, index }: By & OfIndex) => `${by} made a simulated booking in “${index}”`,
  "booking.unknown": ({ by, index }: By & OfIndex) =>
    `${by} requested a simulated booking in “${index}”; the outcome is not known`,
  "patient.create": ({ by }: By) => `${by} created a patient in test mode`,
  "patient.unknown": ({ by }: By) => `${by} requested a patient in test mode; the outcome is not known`,
  "journal.restore": ({ takenAt, number }: { takenAt: string; number: number }) =>
    `The store was restored from a backup of ${takenAt}. The record goes on after entry ${number}, in a new epoch`,
  "journal.retain": ({ removedTo }: { removedTo: number }) =>
    `Retention removed the entries up to ${removedTo}; their checkpoints are kept`,
  "request.refuse": ({ by, request, reason, more = 0 }: By & { request: string; reason: string; more?: number }) =>
    `${by} was refused: ${request} (${reason})${more === 0 ? "" : `, and ${counted(more, "attempt")} before that were not listed`}`,
  "profile.save": ({ by, name, number, before }: By & { name: string; number: number; before: string }) =>
    `${by} saved the profile “${name}” as revision ${number}; it is in force instead of “${before}”`,
  "profile.return": ({ by, name, number }: By & { name: string; number: number }) =>
    `${by} returned to the profile of the settings, “${name}” (revision ${number})`,
  "probe.run": ({
    by,
    writes,
    holds,
    broken,
    proven,
  }: By & { writes: boolean; holds: number; broken: number; proven: number }) =>
    `${by} checked the service${writes ? ", with writes in the test index" : ""}: ${counted(holds, "check")} ${holds === 1 ? "holds" : "hold"}, ${broken} ${broken === 1 ? "does" : "do"} not, ${counted(proven, "operation")} ${proven === 1 ? "is" : "are"} proven`,
  "token.create": ({ by, name }: By & { name: string }) => `${by} created the token “${name}”`,
  "token.revoke": ({ by, name }: By & { name: string }) => `${by} revoked the token “${name}”`,
  "referrer.create": ({ by, name }: By & { name: string }) => `${by} added the referrer “${name}”`,
  "referrer.update": ({ by, name }: By & { name: string }) => `${by} changed the referrer “${name}”`,
  "person.invite": ({ by, person, roles }: By & OfPerson & { roles: string }) => `${by} invited ${person} as ${roles}`,
  "person.link": ({ by, person, kind }: By & OfPerson & { kind: "invitation" | "reset" }) =>
    kind === "invitation" ? `${by} invited ${person} again` : `${by} made a link for ${person} to reset the password`,
  "person.withdraw-link": ({ by, person }: By & OfPerson) => `${by} withdrew the link of ${person}`,
  "person.join": ({ person }: OfPerson) => `${person} accepted the invitation`,
  "person.join-with-provider": ({ person, provider }: OfPerson & OfProvider) =>
    `${person} accepted the invitation with ${provider}`,
  "person.roles-from-groups": ({
    person,
    provider,
    before,
    roles,
  }: OfPerson & OfProvider & { before: string; roles: string }) =>
    `${person} has ${roles}, by groups at ${provider}; before: ${before}`,
  "person.reset": ({ person }: OfPerson) => `${person} reset the password with a link`,
  "person.roles": ({ by, person, before, roles }: By & OfPerson & { before: string; roles: string }) =>
    `${by} gave ${person} ${roles}; before: ${before}`,
  "person.disable": ({ by, person, tokens }: By & OfPerson & TokensRevoked) =>
    `${by} disabled ${person}${revokedText(tokens)}`,
  "person.enable": ({ by, person, tokens }: By & OfPerson & TokensRevoked) =>
    `${by} enabled ${person}${revokedText(tokens)}`,
  "account.password": ({ person }: OfPerson) => `${person} changed the password`,
  "account.second-factor-on": ({ person }: OfPerson) => `${person} turned the second factor on`,
  "account.second-factor-off": ({ person }: OfPerson) => `${person} turned the second factor off`,
  "account.recovery-codes": ({ person }: OfPerson) => `${person} made new recovery codes`,
  "account.recovery-code": ({ person, left }: OfPerson & { left: number }) =>
    `${person} signed in with a recovery code; ${left} left`,
  "account.second-factor-reset": ({ person }: OfPerson) => `The second factor of ${person} was turned off by a link`,
  "account.end-sessions": ({ person, count }: OfPerson & Count) => `${person} ended ${counted(count, "session")}`,
  "account.add-passkey": ({ person, passkey }: OfPasskey) => `${person} added the passkey “${passkey}”`,
  "account.rename-passkey": ({ person, before, passkey }: OfPasskey & { before: string }) =>
    `${person} renamed the passkey “${before}” to “${passkey}”`,
  "account.remove-passkey": ({ person, passkey }: OfPasskey) => `${person} removed the passkey “${passkey}”`,
  "account.passkeys-reset": ({ person, count }: OfPerson & Count) =>
    `${counted(count, "passkey")} of ${person} ${count === 1 ? "was" : "were"} removed by a link`,
  "session.start-with-passkey": ({ person, passkey }: OfPasskey) => `${person} signed in with the passkey “${passkey}”`,
  "account.link-provider": ({ person, provider }: OfPerson & OfProvider) =>
    `${person} linked the account with ${provider}`,
  "account.unlink-provider": ({ person, provider }: OfPerson & OfProvider) =>
    `${person} ended the link of the account with ${provider}`,
  "account.create-with-provider": ({ person, provider }: OfPerson & OfProvider) =>
    `The account of ${person} was created at the first sign-in with ${provider}`,
  "session.start-with-provider": ({ person, provider }: OfPerson & OfProvider) =>
    `${person} signed in with ${provider}`,
  "connection.create": () => "The connection was created from the settings",
  "connection.add": ({ by, connection }: By & OfConnection) => `${by} added the connection ${connection}`,
  "connection.update": ({ by, connection }: By & OfConnection) => `${by} changed the connection ${connection}`,
  "connection.pause": ({ by, connection }: By & OfConnection) => `${by} paused the sending of ${connection}`,
  "connection.resume": ({ by, connection }: By & OfConnection) => `${by} resumed the sending of ${connection}`,
  "connection.pause-reading": ({ by, connection }: By & OfConnection) =>
    `${by} paused the reading of old records of ${connection}`,
  "connection.resume-reading": ({ by, connection }: By & OfConnection) =>
    `${by} resumed the reading of old records of ${connection}`,
  "connection.rotate-key": ({ by, connection }: By & OfConnection) => `${by} changed the key of ${connection}`,
  "connection.archive": ({ by, connection }: By & OfConnection) => `${by} took the connection ${connection} out of use`,
  "connection.use-again": ({ by, connection }: By & OfConnection) =>
    `${by} took the connection ${connection} into use again`,
  "connection.change": () => "The connection was changed by the settings",
  "session.start": ({ person }: { person: string }) => `${person} signed in`,
  "session.end": ({ person }: { person: string }) => `A session of ${person} ended`,
  "account.create": ({ person }: { person: string }) => `The account of ${person} was created`,
  "account.change": ({ person }: { person: string }) => `The account of ${person} was changed`,
  "account.remove": ({ person }: { person: string }) => `The account of ${person} was removed`,
  "password.set": ({ person }: { person: string }) => `A password was set for ${person}`,
  "password.change": ({ person }: { person: string }) => `The password of ${person} was changed`,
  "password.remove": ({ person }: { person: string }) => `The password of ${person} was removed`,
} as const;

/** What earlier versions wrote: read, and written no more. */
const earlierTexts = {
  "booking.create": texts["booking.simulate"],
  "change.send": texts["change.send-again"],
  "change.step": ({ step, ...change }: { step: ChangeStep } & NamedChange) => texts[`change.${step}`](change),
  "change-set.open": texts["change-set.create"],
  "decision.accept-outside": texts["decision.accept"],
  "index-version.ask": texts["creation.send"],
  "index-version.refused": texts["creation.refused"],
  "index-version.settle": texts["creation.settle"],
  "index-version.start": texts["creation.start"],
  "index-version.unknown": texts["creation.unknown"],
  "plans.import": texts["plan.import"],
} as const;

const everyText = { ...earlierTexts, ...texts };

const counted = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`);

/** A label may be a statement ("accepts new patients"), so it is quoted. */
function theField(field: string, label: string | undefined): string {
  return label === undefined ? `the ${fieldLabel(field)}` : `“${label}”`;
}

function recordText({ type, id, name }: OfField["record"]): string {
  return name ?? `${type} ${id}`;
}

/** The sentence of a change, with the names that it had then. */
export function namedChangeText(named: NamedChange): string {
  return describeChange(named.change, { ...contextOf(named), indexName: named.index }).text;
}

/** A change in a sentence for those who refer to its directory. */
export function toldChangeText(named: NamedChange): string {
  return tellChange(named.change, contextOf(named));
}

function contextOf({ change, record, members, label, choices }: NamedChange): SentenceContext {
  return {
    recordName: record.name,
    recordType: record.type,
    memberName: (_field, id) => (Object.hasOwn(members, id) ? (members[id] ?? null) : null),
    wording: () => ({ kind: change.kind ?? "json", label: label ?? null, choices: choices ?? null }),
  };
}

const revokedText = (tokens = 0) => (tokens === 0 ? "" : ` and revoked ${counted(tokens, "token")} for good`);
