import { columnName, columnsOfSpreadsheets, readTable, type CsvRow } from "./csv.ts";
import { invisibleSignIn } from "#/values/invisible-signs.ts";
import { findIds, soughtIn } from "./roster-ids.ts";
import type { RosterNote } from "#/messages/roster-note.ts";
import type { FoundIds, RosterColumn, RosterOptions, RosterSought } from "./roster-ids.ts";

export interface RosterLine {
  /** From 1, as pasted; the line on which its row begins. */
  line: number;
  /** Where a line break inside quotes lets the row take several lines. */
  lastLine?: number;
  text: string;
  scheduleId?: string;
  practitionerId?: string;
  /** The rest of the line besides the ids, mostly a name. */
  note?: string;
  /** Why the line cannot be used, and what would be right. */
  problem?: RosterNote;
  /** What to look up where there is no id, or where what looks like one is none. */
  sought?: RosterSought;
  /** The first line that says the same. */
  repeats?: number;
}

export interface Roster {
  lines: RosterLine[];
  /** The line of column names, if there is one. */
  header: number | null;
}

/** What the columns of rosters are called. */
const headings = {
  schedule: ["schedule", "schedule id", "schedule link", "schedule url"],
  practitioner: [
    "practitioner",
    "practitioner id",
    "practitioner link",
    "practitioner url",
    "provider",
    "provider id",
    "provider link",
    "provider url",
  ],
  any: ["id", "link", "url", "roster"],
  name: [
    "name",
    "practitioner name",
    "provider name",
    "doctor",
    "doctor name",
    "physician",
    "physician name",
    "display name",
    "full name",
    "first",
    "first name",
    "given name",
    "last",
    "last name",
    "family name",
    "surname",
  ],
  place: [
    "place",
    "place name",
    "location",
    "location name",
    "schedule name",
    "address",
    "street",
    "city",
    "practice",
    "practice name",
    "praxis",
    "clinic",
    "clinic name",
    "office",
    "facility",
    "site",
  ],
  phone: ["phone", "phone number", "phone no", "telephone", "telephone number", "telefon", "tel", "tel no", "mobile"],
  note: [
    "note",
    "fax",
    "email",
    "e mail",
    "specialty",
    "npi",
    "title",
    "degree",
    "credential",
    "state",
    "zip",
    "zip code",
  ],
} as const;

const columnOf: ReadonlyMap<string, keyof typeof headings> = new Map(
  Object.entries(headings).flatMap(([says, names]) =>
    names.map((name) => [columnName(name), says as keyof typeof headings] as const),
  ),
);

/** What a column of a roster says, by what it is called; undefined for other words. */
export function rosterColumnOf(heading: string): keyof typeof headings | undefined {
  return columnOf.get(columnName(heading.replaceAll(".", " ")));
}

const longestLine = 2_000;

/** Reads a pasted roster: ids, pairs, CSV with or without a header, links that contain ids, names with an id. One answer a row; blank rows give none. */
export function parseRoster(text: string, using: RosterOptions): Roster {
  const { header, above: titles, rows } = tableOf(withAddresseesApart(text, using), using);
  const lines: RosterLine[] = [];
  const firstLines = new Map<string, number>();
  for (const row of titles) {
    const { problem, line, lastLine, text: title, sought } = rosterLineOf(row, null, using);
    if (problem?.code === "no-id" || sought?.match === "text") continue;
    const above = { code: "above-columns", params: { line: header?.line ?? 0 } } as const;
    lines.push({ line, ...(lastLine === undefined ? {} : { lastLine }), text: title, problem: problem ?? above });
  }
  for (const row of rows) {
    const line = rosterLineOf(row, header?.columns ?? null, using);
    if (line.problem === undefined) {
      const hasId = line.scheduleId !== undefined || line.practitionerId !== undefined;
      const { by = null, value = "", names: [likeliest] = [] } = line.sought ?? {};
      const said = hasId ? [line.scheduleId, line.practitionerId] : [by, value];
      // People of one practice have its number beside their names.
      const key = JSON.stringify([hasId, ...said, likeliest]);
      const first = firstLines.get(key);
      if (first === undefined) firstLines.set(key, line.line);
      else line.repeats = first;
    }
    lines.push(line);
  }
  return { lines, header: header?.line ?? null };
}

function tableOf(text: string, using: RosterOptions) {
  return readTable(text, {
    columnsOf: (cells) => columnsOf(cells, using),
    idPrefix: using.schedulePrefix,
    separatesEachRow: true,
    mostColumns: columnsOfSpreadsheets,
  });
}

const address = /<[^<>\s@]+@[^<>\s@]+>/g;
const betweenAddressees = /(<[^<>\s@]+@[^<>\s@]+>)\s*[,;]\s*(?=\S)/g;
const headOfMail = /^\s*(?:to|cc|bcc|from):\s*/i;

/** A roster in which each person whom a line of an e-mail names beside others, as `To: Ann <…>, Bob <…>`, has a line; a table stays. */
export function withAddresseesApart(text: string, using: RosterOptions): string {
  const apart = text.replace(/^.*$/gm, (line) => {
    const addressees = line.match(address)?.length ?? 0;
    if (addressees === 0) return line;
    const named = line.replace(headOfMail, "");
    return addressees === 1 ? named : named.replace(betweenAddressees, "$1\n");
  });
  return apart === text || tableOf(text, using).header !== null ? text : apart;
}

function rosterLineOf(row: CsvRow, columns: readonly RosterColumn[] | null, using: RosterOptions): RosterLine {
  const text = row.text.trim();
  const { line, lastLine } = row;
  const place = lastLine === line ? { line } : { line, lastLine };
  if (text.length > longestLine) {
    const problem = { code: "too-long", params: { maxLength: longestLine } } as const;
    return { ...place, text: `${text.slice(0, 80)}…`, problem };
  }
  const [, sender, mail] = (columns === null && quotedSender.exec(text)) || [];
  if (row.openQuote !== null && sender === undefined)
    return { ...place, text, problem: { code: "open-quote", params: { line: row.openQuote } } };
  const written = sender === undefined ? row.cells : [...sender.split(","), mail ?? ""];
  const cells = columns === null ? withoutMark(written) : written;
  return { ...place, text, ...findingOf(findIds(cells, columns, using), using) };
}

/** `"Meier, Anna" <anna@practice.example>`, as e-mails name people. */
const quotedSender = /^"([^"]+)"\s*(<[^<>\s]+@[^<>\s]+>)[,;]?$/;

/** What lists set before a line: "*", "•", "[x]", "3)", "3.", "(3)"; not the digits in parentheses that a phone number begins with. */
const listMark = /^\s*(?:\[[ x]?\]\s*|[*•·‣◦▪●○►]\s*|\d{1,3}[.)]\s+|\(\d{1,3}\)\s+(?=[^\d\s]))(?=\S)/u;

function withoutMark([first = "", ...others]: readonly string[]): string[] {
  return [first.replace(listMark, ""), ...others];
}

function findingOf(ids: FoundIds, using: RosterOptions): Omit<RosterLine, "line" | "text"> {
  const problem = problemOf(ids, using);
  const lookUps = using.lookUps ?? [];
  if (problem?.code === "no-id") {
    const text = ids.name ?? ids.note;
    const written = ids.sought ?? soughtIn(text, lookUps);
    // What is written as digits alone is the number by which the service finds somebody, where it does.
    const isNumber = written?.match === "exact" && !/[\s()+./]/.test(text.trim());
    const phone = using.findsNames === true && !isNumber ? phoneIn(text) : null;
    const sought = withNames(ids.sought ?? phone ?? written, ids);
    return sought === null ? { problem } : { sought };
  }
  if (problem !== null) return { problem };
  const [scheduleId] = ids.schedules;
  const [practitionerId] = ids.practitioners;
  if (scheduleId === undefined && practitionerId !== undefined) {
    // Without a prefix an outside number may look like an id.
    const isMarked = using.practitionerPrefix !== "" || !lookUps.some(({ match }) => match === "exact");
    const written = ids.sought ?? (isMarked ? null : soughtIn(practitionerId, lookUps));
    // So may a phone number beside a name.
    const isNumber = using.practitionerPrefix === "" && /^\d+$/.test(practitionerId);
    const phone = isNumber && using.findsNames === true && ids.names.length === 0 ? phoneIn(practitionerId) : null;
    const sought = isNumber ? withNames(written ?? phone, ids) : written;
    const note = ids.note === "" ? {} : { note: ids.note };
    return { practitionerId, ...note, ...(sought === null ? {} : { sought }) };
  }
  return {
    ...(scheduleId === undefined ? {} : { scheduleId }),
    ...(practitionerId === undefined ? {} : { practitionerId }),
    ...(ids.note === "" ? {} : { note: ids.note }),
  };
}

/** A phone number that stands alone. */
function phoneIn(text: string): RosterSought | null {
  const digits = text.replace(/\D/g, "").length;
  const isPhone = digits >= 7 && digits <= 15 && /^\+?[\d\s()./‐‑–-]+$/u.test(text);
  return isPhone ? { value: text, match: "text", by: null, isPhone } : null;
}

/** What is looked up, with what may be a name: alone, or beside a number that nothing is found by. */
function withNames(sought: RosterSought | null, { names }: FoundIds): RosterSought | null {
  const [likeliest] = names;
  if (likeliest === undefined) return sought;
  if (sought === null) return { value: likeliest.name, match: "text", by: null, names };
  return { ...sought, names, ...(sought.match === "text" && sought.by === null ? { value: likeliest.name } : {}) };
}

function problemOf(ids: FoundIds, using: RosterOptions): RosterNote | null {
  const { schedulePrefix, practitionerPrefix } = using;
  if (ids.malformed !== null) return { code: "incomplete-id", params: { id: ids.malformed, schedulePrefix } };
  if (ids.schedules.length > 1) return { code: "several-schedules" };
  if (ids.practitioners.length > 1) return { code: "several-practitioners" };
  if (ids.schedules.length + ids.practitioners.length > 0) return null;
  const prefixes = { schedulePrefix, practitionerPrefix };
  if (ids.unusable === null) {
    const lookUps = [...new Set((using.lookUps ?? []).map(({ label }) => label))];
    const sign = invisibleSignIn(ids.note);
    const params = {
      ...prefixes,
      ...(lookUps.length === 0 ? {} : { lookUps }),
      ...(sign === null ? {} : { sign }),
      ...(using.findsNames === true ? { findsNames: true } : {}),
    };
    return { code: "no-id", params };
  }
  return { code: "other-id", params: { id: ids.unusable.id, kind: ids.unusable.word, ...prefixes } };
}

function columnsOf(
  cells: readonly string[],
  { lookUps = [], findsNames = false }: RosterOptions,
): RosterColumn[] | null {
  const columns = cells.map((cell): RosterColumn | null => {
    const name = columnName(cell);
    const ofLookUp = lookUps.find(({ meaning, label }) => [columnName(meaning), columnName(label)].includes(name));
    if (ofLookUp !== undefined) return ofLookUp;
    const says = rosterColumnOf(cell);
    return says === "place" || says === "phone" ? "note" : (says ?? null);
  });
  const known = columns.filter((column) => column !== null);
  const names = known.filter((column) => column !== "note" && column !== "name");
  // A table of nothing but names has a header, too, where names are looked up.
  const isOfNames =
    lookUps.some(({ match }) => match === "text") && known.includes("name") && known.length === columns.length;
  const isMostlyKnown = findsNames && known.includes("name") && known.length * 2 >= columns.length;
  return names.length > 0 || isOfNames || isMostlyKnown ? columns.map((column) => column ?? "note") : null;
}
