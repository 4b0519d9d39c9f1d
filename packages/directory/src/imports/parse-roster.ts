import { columnName, detectSeparator, withoutByteOrderMark } from "./csv.ts";
import { findIds, soughtIn } from "./roster-ids.ts";
import type { RosterNote } from "#/messages/roster-note.ts";
import type { FoundIds, RosterColumn, RosterLookUp, RosterOptions, RosterSought } from "./roster-ids.ts";

export interface RosterLine {
  /** From 1, as pasted. */
  line: number;
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

const columnNames: { readonly [name: string]: RosterColumn } = {
  schedule: "schedule",
  "schedule id": "schedule",
  practitioner: "practitioner",
  "practitioner id": "practitioner",
  provider: "practitioner",
  "provider id": "practitioner",
  id: "any",
  name: "note",
  note: "note",
  notes: "note",
  "schedule name": "note",
  "practitioner name": "note",
  "provider name": "note",
  "display name": "note",
  location: "note",
};

const longestLine = 2_000;

/** Reads a pasted roster: ids, pairs, CSV with or without a header, links that contain ids, names with an id. One answer a line; blank lines give none. */
export function parseRoster(text: string, using: RosterOptions): Roster {
  const lines: RosterLine[] = [];
  const firstLines = new Map<string, number>();
  let header: number | null = null;
  let columns: readonly RosterColumn[] | null = null;
  let separator: string | null = null;
  let number = 0;
  for (const raw of withoutByteOrderMark(text).split(/\r\n|\n|\r/)) {
    number += 1;
    const trimmed = raw.trim();
    if (trimmed === "") continue;
    if (trimmed.length > longestLine) {
      const problem = { code: "too-long", params: { maxLength: longestLine } } as const;
      lines.push({ line: number, text: `${trimmed.slice(0, 80)}…`, problem });
      continue;
    }
    if (separator === null) {
      separator = detectSeparator(raw);
      columns = columnsOf(splitCells(raw, separator), using.lookUps ?? []);
      if (columns !== null) {
        header = number;
        continue;
      }
    }
    const lineSeparator = columns === null ? detectSeparator(raw) : separator;
    const line = rosterLineOf(number, trimmed, findIds(splitCells(raw, lineSeparator), columns, using), using);
    if (line.problem === undefined) {
      const hasId = line.scheduleId !== undefined || line.practitionerId !== undefined;
      const key = hasId
        ? `${line.scheduleId ?? ""} ${line.practitionerId ?? ""}`
        : `${line.sought?.by ?? ""}: ${line.sought?.value ?? ""}`;
      const first = firstLines.get(key);
      if (first === undefined) firstLines.set(key, number);
      else line.repeats = first;
    }
    lines.push(line);
  }
  return { lines, header };
}

function rosterLineOf(line: number, text: string, ids: FoundIds, using: RosterOptions): RosterLine {
  const problem = problemOf(ids, using);
  const lookUps = using.lookUps ?? [];
  if (problem?.code === "no-id") {
    const sought = ids.sought ?? soughtIn(ids.name ?? ids.note, lookUps);
    return sought === null ? { line, text, problem } : { line, text, sought };
  }
  if (problem !== null) return { line, text, problem };
  const [scheduleId] = ids.schedules;
  const [practitionerId] = ids.practitioners;
  if (scheduleId === undefined && practitionerId !== undefined) {
    // Without a prefix an outside number may look like an id.
    const isMarked = using.practitionerPrefix !== "" || !lookUps.some(({ match }) => match === "exact");
    const sought = ids.sought ?? (isMarked ? null : soughtIn(practitionerId, lookUps));
    const note = ids.note === "" ? {} : { note: ids.note };
    return { line, text, practitionerId, ...note, ...(sought === null ? {} : { sought }) };
  }
  return {
    line,
    text,
    ...(scheduleId === undefined ? {} : { scheduleId }),
    ...(practitionerId === undefined ? {} : { practitionerId }),
    ...(ids.note === "" ? {} : { note: ids.note }),
  };
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
    return { code: "no-id", params: { ...prefixes, ...(lookUps.length === 0 ? {} : { lookUps }) } };
  }
  return { code: "other-id", params: { id: ids.unusable.id, kind: ids.unusable.word, ...prefixes } };
}

function columnsOf(cells: readonly string[], lookUps: readonly RosterLookUp[]): RosterColumn[] | null {
  const columns = cells.map((cell): RosterColumn | null => {
    const name = columnName(cell);
    const ofLookUp = lookUps.find(({ meaning, label }) => [meaning.toLowerCase(), label.toLowerCase()].includes(name));
    if (ofLookUp !== undefined) return ofLookUp;
    return Object.hasOwn(columnNames, name) ? (columnNames[name] ?? null) : null;
  });
  const names = columns.filter((column) => column !== null && column !== "note");
  // A table of nothing but names has a header, too, where names are looked up.
  const isOfNames = lookUps.some(({ match }) => match === "text") && columns.every((column) => column !== null);
  return names.length > 0 || isOfNames ? columns.map((column) => column ?? "note") : null;
}

function splitCells(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += character;
  }
  cells.push(cell.trim());
  return cells;
}
