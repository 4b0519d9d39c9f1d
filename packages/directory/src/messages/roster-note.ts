import type { Json } from "#/json/json.ts";
import { invisibleSignIn } from "#/values/invisible-signs.ts";
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
/** A find of a look-up, with its name where it has one; `detail` says where one finds it. `isKnown`: only rosters have it. */
export type RosterFind = { type: string; id: string; name: string | null; detail?: string; isKnown?: boolean };
/** What was looked up, and by which fields. */
type Sought = { value: string; by: string[] };

const texts = {
  "no-id": ({
    lookUps = [],
    sign,
    findsNames = false,
    ...prefixes
  }: Prefixes & { lookUps?: string[]; sign?: string; findsNames?: boolean }) =>
    sign !== undefined
      ? `No id was recognised on this line, which has ${sign}. Take it out, or write ${expectedIds(prefixes)}.`
      : lookUps.length === 0
        ? `No id was recognised on this line. Add ${expectedIds(prefixes)}${findsNames ? ", or a name." : "; a name alone can't be looked up."}`
        : `Neither an id nor anything to look up was recognised on this line. Add ${expectedIds(prefixes)}, or what the service looks up by: ${lookUps.join(", ")}.`,
  "incomplete-id": ({ id, schedulePrefix }: { id: string; schedulePrefix: string }) =>
    `"${id}" is not a complete id${withSign(id)}. A schedule id is ${schedulePrefix} followed by letters and digits.`,
  "other-id": ({ id, kind, ...prefixes }: { id: string; kind: string } & Prefixes) =>
    `"${id}" is ${kind}. A roster takes ${expectedIds(prefixes)}.`,
  "several-schedules": () => "More than one schedule id. Write one schedule per line.",
  "several-practitioners": () => "More than one practitioner id. Write one practitioner per line.",
  "too-long": ({ maxLength }: { maxLength: number }) =>
    `Longer than ${maxLength} characters. Write one schedule or practitioner per line.`,
  "open-quote": ({ line }: { line: number }) =>
    `The quotation mark (") on line ${line} has no second one, or text follows the second one before the next column. Add or remove it; write "" for a quotation mark in the text.`,
  "above-columns": ({ line }: { line: number }) =>
    `This line stands above the column names on line ${line}. Move it below them.`,
  duplicate: ({ line }: { line: number }) => `Duplicate of line ${line}.`,
  "not-read": ({ failure }: Failure) => serviceFailureText(failure),
  stopped: () => "Not read: the import was stopped.",
  "base-not-read": ({ failure }: Failure) => `Not read in the standard index. ${serviceFailureText(failure)}`,
  missing: ({ type, id }: RecordParams) =>
    `The service has no ${type} ${id} in this index. Check the id, or remove the line.`,
  "found-by": ({ value, by }: Sought) => `Found by ${by.join(", ")} “${value}”.`,
  "found-known": ({ value }: { value: string }) => `${foundTexts.known(value)}.`,
  "found-chosen": ({ value }: { value: string }) => `${foundTexts.chosen(value)}.`,
  "found-with-schedules": ({
    count,
    known,
    how,
    value = "",
  }: {
    count: number;
    known: number;
    how: "known" | "chosen" | "number" | "id";
    value?: string;
  }) =>
    `${foundTexts[how](value)}, with ${count < known ? `${count} of ${known} known schedules, as this line says where` : count === 1 ? "the 1 known schedule" : `all ${count} known schedules`}.`,
  "several-found": ({
    value,
    finds,
    more,
    isBeside = false,
  }: {
    value: string;
    finds: RosterFind[];
    more: boolean;
    isBeside?: boolean;
  }) =>
    isBeside
      ? `“${value}” is one name, and the phone number or place beside it is somebody else's${finds.length === 0 ? "" : `: ${listFinds(finds)}`}. Choose the right one, or write its id.`
      : `${more ? "More than " : ""}${finds.length} records are found by “${value}”${finds.length === 0 ? "" : `: ${listFinds(finds)}`}. Choose the right one, or write its id.`,
  "none-found": ({ value, by, isNoId, near = [] }: Sought & { isNoId: boolean; near?: RosterFind[] }) => {
    const none = isNoId
      ? `This index has no practitioner with the id ${value}, and none is found by ${by.join(" or ")}.`
      : `Nothing is found by ${by.join(" or ")} “${value}”.`;
    return near.length === 0
      ? `${none} Check it, or write an id.`
      : `${none} Similar names: ${listFinds(near)}. Choose one, or write an id.`;
  },
  "not-looked-up": ({ value, failure }: { value: string } & Failure) =>
    `“${value}” could not be looked up. ${serviceFailureText(failure)}`,
  "too-many-to-look-up": ({ most }: { most: number }) =>
    `The service is asked for at most ${most} lines of a list that no roster knows. Look these up in a list of their own.`,
  "schedules-not-listed": ({ failure }: Failure) =>
    `Found, but its schedules could not be listed. ${serviceFailureText(failure)}`,
  "no-schedules": () => "Found. The service lists no schedules for it.",
  "schedules-not-listable": () =>
    "Found, but the service profile has no operation for listing a practitioner's schedules. Add a line for each schedule id.",
  "no-practitioner": ({ given }: { given: string }) => `This schedule has no practitioner, but the line says ${given}.`,
  "other-practitioner": ({ given, actual }: { given: string; actual: string }) =>
    `This schedule belongs to practitioner ${actual}, not to ${given}; ${actual} was added.`,
} as const;

const foundTexts = {
  known: (value: string) =>
    `Found by the ${/\p{L}/u.test(value) ? "name" : "phone number"} “${value}” among known practitioners`,
  chosen: (value: string) => `Found by “${value}”, as somebody chose`,
  number: (value: string) => `Found by “${value}”`,
  id: () => "Found",
} as const;

/** What nobody sees in an id, so that one knows why it is none. */
function withSign(id: string): string {
  const sign = invisibleSignIn(id);
  return sign === null ? "" : `: it has ${sign}`;
}

function expectedIds({ schedulePrefix, practitionerPrefix }: Prefixes): string {
  return `a schedule id (${schedulePrefix}…) or a practitioner id${practitionerPrefix === "" ? "" : ` (${practitionerPrefix}…)`}`;
}

const mostNamed = 5;
const longestName = 60;

function listFinds(finds: readonly RosterFind[]): string {
  const rest = finds.length - mostNamed;
  return `${finds.slice(0, mostNamed).map(findText).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function findText({ type, id, name }: RosterFind): string {
  const short = name !== null && name.length > longestName ? `${name.slice(0, longestName)}…` : name;
  const named = short === null ? id : `${short} (${id})`;
  return type === "practitioner" ? named : `${type} ${named}`;
}
