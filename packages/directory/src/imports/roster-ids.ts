import { trimInvisible } from "#/values/invisible-signs.ts";
import { namesIn, type RosterName } from "./person-names.ts";

export interface RosterOptions {
  /** What marks a schedule id. */
  schedulePrefix: string;
  /** What marks a practitioner id; empty where the service gives them no prefix. */
  practitionerPrefix: string;
  /** Ids that are something else, with the word for it. */
  otherPrefixes: { readonly [prefix: string]: string };
  /** By what else than its id the service finds a practitioner or a schedule. */
  lookUps?: readonly RosterLookUp[] | undefined;
  /** Whether names are sought, by whatever the service finds: among the practitioners that are known. */
  findsNames?: boolean | undefined;
}

/** A value by which the service finds records. */
export interface RosterLookUp {
  type: string;
  meaning: string;
  /** `exact`: by exactly this value, such as an outside number. `text`: by a text, such as a name. */
  match: "exact" | "text";
  label: string;
}

/** What a line has in the place of an id, to be looked up by. */
export interface RosterSought {
  value: string;
  match: "exact" | "text";
  /** The meaning that its column names; null where any of this kind is tried. */
  by: string | null;
  /** Whether it is a phone number, by which those are sought who are known. */
  isPhone?: boolean;
  /** What may be the name on the line, the likeliest first. */
  names?: RosterName[];
}

export type RosterColumn = "schedule" | "practitioner" | "any" | "note" | "name" | RosterLookUp;

/** What one line names. */
export interface FoundIds {
  schedules: string[];
  practitioners: string[];
  malformed: string | null;
  unusable: { id: string; word: string } | null;
  /** What stands in a column of a look-up. */
  sought: RosterSought | null;
  note: string;
  /** What stands in the first column that is a note; null where there are no columns. */
  name: string | null;
  names: RosterName[];
}

const anyId = /^[\w-]{2,128}$/;
const letterAndDigit = /^(?=.*\d)(?=.*[a-z])[a-z0-9][a-z0-9_-]{5,63}$/i;
const lowercaseOnly = /^[a-z]{8,32}$/;
const digitsOnly = /^\d{4,32}$/;
const afterPractitioner = /\/(?:practitioners?|providers?)\/([\w-]{2,128})(?=[/?#]|$)/i;
const afterSchedule = /\/schedules?\/([\w-]{2,128})(?=[/?#]|$)/i;

/** Finds the ids on one line, cell by cell; each id is listed once. */
export function findIds(
  cells: readonly string[],
  columns: readonly RosterColumn[] | null,
  using: RosterOptions,
): FoundIds {
  const ids: FoundIds = {
    schedules: [],
    practitioners: [],
    malformed: null,
    unusable: null,
    sought: null,
    note: "",
    name: null,
    names: [],
  };
  const notes: string[] = [];
  /** The same with what separates a name from a place in a cell, such as a dash. */
  const separated: string[] = [];
  const names: string[] = [];
  cells.forEach((written, position) => {
    const cell = written.replace(/\s+/g, " ");
    if (cell === "") return;
    const column = columns?.[position] ?? "any";
    if (typeof column === "object") {
      // An exact value says more than a text beside it.
      if (ids.sought === null || column.match === "exact")
        ids.sought = { value: cell, match: column.match, by: column.meaning };
      if (column.match === "text" && column.type === "practitioner") names.push(cell);
      return;
    }
    if (column === "name") names.push(cell);
    if ((column === "note" || column === "name") && columns !== null) {
      ids.name ??= cell;
      notes.push(cell);
      separated.push(cell);
      return;
    }
    const words = cell.split(" ");
    if (words.length === 1 && column !== "any") readColumn(cell, column, ids, using);
    else readWords(words, ids, { notes, written: separated }, using);
  });
  ids.note = notes.join(", ");
  if (using.findsNames === true) {
    // Beside a name, what is of digits alone may be a phone number.
    const numbers = ids.practitioners.filter((id) => digitsOnly.test(id));
    const others = separated.filter((note) => !names.includes(note));
    ids.names = namesIn([...(names.length === 0 ? [] : [names.join(" ")]), ...others, ...numbers]);
  }
  return ids;
}

function readColumn(cell: string, column: RosterColumn, ids: FoundIds, using: RosterOptions): void {
  if (/[/:]/.test(cell)) readLink(cell, ids, using);
  else if (readPrefixed(cell, ids, using)) return;
  else if (column === "practitioner" && anyId.test(cell)) put(ids.practitioners, cell);
  else ids.malformed ??= cell;
}

function readWords(
  words: readonly string[],
  ids: FoundIds,
  { notes, written }: { notes: string[]; written: string[] },
  using: RosterOptions,
): void {
  const isSeparator = (word: string) => /^[-–—|/·]+$/.test(word);
  const rest: string[] = [];
  for (const word of words) {
    if (!isSeparator(word) && /\/\/|^\//.test(word)) {
      readLink(word, ids, using);
      continue;
    }
    const bare = trimInvisible(trimInvisible(word).replace(/^[([{<"'#:]+|[)\]}>"',.;:]+$/g, ""));
    if (bare !== "" && readPrefixed(bare, ids, using)) continue;
    if (isPractitioner(bare, words.length === 1, using)) put(ids.practitioners, bare);
    else rest.push(word);
  }
  const note = rest.filter((word) => !isSeparator(word));
  if (note.length === 0) return;
  notes.push(note.join(" "));
  written.push(rest.join(" "));
}

/** Reads an id whose prefix says what it is; false where no prefix fits. */
function readPrefixed(word: string, ids: FoundIds, using: RosterOptions): boolean {
  const { schedulePrefix, practitionerPrefix, otherPrefixes } = using;
  if (schedulePrefix !== "" && word.startsWith(schedulePrefix)) {
    const rest = word.slice(schedulePrefix.length);
    if (/^[A-Za-z0-9-]{2,64}$/.test(rest)) put(ids.schedules, word);
    else ids.malformed ??= word;
    return true;
  }
  if (practitionerPrefix !== "" && word.startsWith(practitionerPrefix)) {
    put(ids.practitioners, word);
    return true;
  }
  for (const prefix of Object.keys(otherPrefixes)) {
    if (word.startsWith(prefix)) {
      ids.unusable ??= { id: word, word: otherPrefixes[prefix] ?? "something else" };
      return true;
    }
  }
  if (isNearly(word, schedulePrefix)) {
    ids.malformed ??= word;
    return true;
  }
  return false;
}

/** "sch-4Wn8", "Sch:4Wn8": the letters of the prefix with another mark after them. */
function isNearly(word: string, prefix: string): boolean {
  const letters = prefix.replace(/[^A-Za-z0-9]+$/, "");
  if (letters === "" || letters === prefix) return false;
  const next = word[letters.length];
  return (
    word.slice(0, letters.length).toLowerCase() === letters.toLowerCase() &&
    next !== undefined &&
    /[^A-Za-z0-9.]/.test(next)
  );
}

function isPractitioner(word: string, isAlone: boolean, using: RosterOptions): boolean {
  if (using.practitionerPrefix !== "") return false;
  if (letterAndDigit.test(word)) return true;
  return isAlone && (lowercaseOnly.test(word) || digitsOnly.test(word));
}

/** A link names its ids in its path or query; the index version that it carries is not the roster's concern. */
function readLink(link: string, ids: FoundIds, using: RosterOptions): void {
  const practitioner = afterPractitioner.exec(link)?.[1];
  const schedule = afterSchedule.exec(link)?.[1];
  if (schedule !== undefined) put(ids.schedules, schedule);
  if (practitioner !== undefined) put(ids.practitioners, practitioner);
  for (const piece of link.split(/[/?#&=,]+/)) {
    if (using.schedulePrefix !== "" && piece.startsWith(using.schedulePrefix)) put(ids.schedules, piece);
    else if (using.practitionerPrefix !== "" && piece.startsWith(using.practitionerPrefix)) {
      put(ids.practitioners, piece);
    }
  }
}

function put(ids: string[], id: string): void {
  if (!ids.includes(id)) ids.push(id);
}

const wordWithDigits = /^[\p{L}\p{N}./-]*\d[\p{L}\p{N}./-]*$/u;
const mostSought = 200;

/** What the rest of a line without an id can be looked up by: its number where there is one, else its text. */
export function soughtIn(note: string, lookUps: readonly RosterLookUp[]): RosterSought | null {
  const has = (match: RosterLookUp["match"]) => lookUps.some((lookUp) => lookUp.match === match);
  const words = note.split(/[\s,;]+/).map((word) => word.replace(/^[([{<"'#:.]+|[)\]}>"',.;:]+$/g, ""));
  const [number, ...others] = words.filter((word) => wordWithDigits.test(word) && word.replace(/\D/g, "").length >= 4);
  if (number !== undefined && has("exact")) return others.length === 0 ? sought(number, "exact") : null;
  const text = note.replace(/\s+/g, " ").trim();
  return has("text") && /\p{L}.*\p{L}/u.test(text) ? sought(text, "text") : null;
}

function sought(value: string, match: RosterLookUp["match"]): RosterSought | null {
  return value.length > mostSought ? null : { value, match, by: null };
}
