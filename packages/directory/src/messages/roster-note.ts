import type { Json } from "#/json/json.ts";
import { type MessageOf, messageText } from "./message.ts";
import { type ServiceFailureMessage, serviceFailureText } from "./service-failure.ts";

/** What is to be said about a line of a roster import. */
export type RosterNote = MessageOf<typeof texts>;

export function rosterNoteText(note: RosterNote | Json): string {
  return messageText(texts, note);
}

/** What the ids of a roster start with; empty where practitioners have no prefix. */
type Prefixes = { schedulePrefix: string; practitionerPrefix: string };
type RecordParams = { type: string; id: string };
type Failure = { failure: ServiceFailureMessage };

const texts = {
  "no-id": (prefixes: Prefixes) =>
    `No id was recognised on this line. Add ${expectedIds(prefixes)}; a name alone can't be looked up.`,
  "incomplete-id": ({ id, schedulePrefix }: { id: string; schedulePrefix: string }) =>
    `"${id}" is not a complete id. A schedule id is ${schedulePrefix} followed by letters and digits.`,
  "other-id": ({ id, kind, ...prefixes }: { id: string; kind: string } & Prefixes) =>
    `"${id}" is ${kind}. A roster takes ${expectedIds(prefixes)}.`,
  "several-schedules": () => "More than one schedule id. Write one schedule per line.",
  "several-practitioners": () => "More than one practitioner id. Write one practitioner per line.",
  "too-long": ({ maxLength }: { maxLength: number }) =>
    `Longer than ${maxLength} characters. Write one schedule or practitioner per line.`,
  duplicate: ({ line }: { line: number }) => `Duplicate of line ${line}.`,
  "not-read": ({ failure }: Failure) => serviceFailureText(failure),
  "base-not-read": ({ failure }: Failure) => `Not read in the standard index. ${serviceFailureText(failure)}`,
  missing: ({ type, id }: RecordParams) =>
    `The service has no ${type} ${id} in this index. Check the id, or remove the line.`,
  "schedules-not-listed": ({ failure }: Failure) =>
    `Found, but its schedules could not be listed. ${serviceFailureText(failure)}`,
  "no-schedules": () => "Found. The service lists no schedules for it.",
  "schedules-not-listable": () =>
    "Found, but the service profile has no operation for listing a practitioner's schedules. Add a line for each schedule id.",
  "no-practitioner": ({ given }: { given: string }) => `This schedule has no practitioner, but the line says ${given}.`,
  "other-practitioner": ({ given, actual }: { given: string; actual: string }) =>
    `This schedule belongs to practitioner ${actual}, not to ${given}; ${actual} was added.`,
} as const;

function expectedIds({ schedulePrefix, practitionerPrefix }: Prefixes): string {
  return `a schedule id (${schedulePrefix}…) or a practitioner id${practitionerPrefix === "" ? "" : ` (${practitionerPrefix}…)`}`;
}
