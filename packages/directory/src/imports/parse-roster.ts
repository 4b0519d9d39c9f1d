import { columnName, detectSeparator, withoutByteOrderMark } from "./csv.ts";
import { findIds } from "./roster-ids.ts";
import type { RosterNote } from "#/messages/roster-note.ts";
import type { FoundIds, RosterColumn, RosterOptions } from "./roster-ids.ts";

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
      columns = columnsOf(splitCells(raw, separator));
      if (columns !== null) {
        header = number;
        continue;
      }
    }
    const own = columns === null ? detectSeparator(raw) : separator;
    const line = rosterLineOf(number, trimmed, findIds(splitCells(raw, own), columns, using), using);
    if (line.problem === undefined) {
      const key = `${line.scheduleId ?? ""} ${line.practitionerId ?? ""}`;
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
  if (problem !== null) return { line, text, problem };
  const [scheduleId] = ids.schedules;
  const [practitionerId] = ids.practitioners;
  return {
    line,
    text,
    ...(scheduleId === undefined ? {} : { scheduleId }),
    ...(practitionerId === undefined ? {} : { practitionerId }),
    ...(ids.note === "" ? {} : { note: ids.note }),
  };
}

function problemOf(ids: FoundIds, { schedulePrefix, practitionerPrefix }: RosterOptions): RosterNote | null {
  if (ids.malformed !== null) return { code: "incomplete-id", params: { id: ids.malformed, schedulePrefix } };
  if (ids.schedules.length > 1) return { code: "several-schedules" };
  if (ids.practitioners.length > 1) return { code: "several-practitioners" };
  if (ids.schedules.length + ids.practitioners.length > 0) return null;
  const prefixes = { schedulePrefix, practitionerPrefix };
  if (ids.other === null) return { code: "no-id", params: prefixes };
  return { code: "other-id", params: { id: ids.other.id, kind: ids.other.word, ...prefixes } };
}

function columnsOf(cells: readonly string[]): RosterColumn[] | null {
  const columns = cells.map((cell): RosterColumn | null => {
    const name = columnName(cell);
    return Object.hasOwn(columnNames, name) ? (columnNames[name] ?? null) : null;
  });
  const names = columns.filter((column) => column !== null && column !== "note");
  return names.length > 0 ? columns.map((column) => column ?? "note") : null;
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
