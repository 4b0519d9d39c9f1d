export interface RosterOptions {
  /** What marks a schedule id. */
  schedulePrefix: string;
  /** What marks a practitioner id; empty where the service gives them no prefix. */
  practitionerPrefix: string;
  /** Ids that are something else, with the word for it. */
  otherPrefixes: { readonly [prefix: string]: string };
}

export type RosterColumn = "schedule" | "practitioner" | "any" | "note";

/** What one line names. */
export interface FoundIds {
  schedules: string[];
  practitioners: string[];
  malformed: string | null;
  other: { id: string; word: string } | null;
  note: string;
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
  const found: FoundIds = { schedules: [], practitioners: [], malformed: null, other: null, note: "" };
  const notes: string[] = [];
  cells.forEach((cell, at) => {
    if (cell === "") return;
    const column = columns?.[at] ?? "any";
    if (column === "note" && columns !== null) {
      notes.push(cell);
      return;
    }
    const words = cell.split(/\s+/);
    if (words.length === 1 && column !== "any") readColumn(cell, column, found, using);
    else readWords(words, found, notes, using);
  });
  found.note = notes.join(", ");
  return found;
}

function readColumn(cell: string, column: RosterColumn, found: FoundIds, using: RosterOptions): void {
  if (/[/:]/.test(cell)) readLink(cell, found, using);
  else if (readPrefixed(cell, found, using)) return;
  else if (column === "practitioner" && anyId.test(cell)) put(found.practitioners, cell);
  else found.malformed ??= cell;
}

function readWords(words: readonly string[], found: FoundIds, notes: string[], using: RosterOptions): void {
  const rest: string[] = [];
  for (const word of words) {
    if (/\/\/|^\//.test(word)) {
      readLink(word, found, using);
      continue;
    }
    const bare = word.replace(/^[([{<"'#:]+|[)\]}>"',.;:]+$/g, "");
    if (bare !== "" && readPrefixed(bare, found, using)) continue;
    if (isPractitioner(bare, words.length === 1, using)) put(found.practitioners, bare);
    else if (!/^[-–—|/·]+$/.test(word)) rest.push(word);
  }
  if (rest.length > 0) notes.push(rest.join(" "));
}

/** Reads an id whose prefix says what it is; false where no prefix fits. */
function readPrefixed(word: string, found: FoundIds, using: RosterOptions): boolean {
  const { schedulePrefix, practitionerPrefix, otherPrefixes } = using;
  if (schedulePrefix !== "" && word.startsWith(schedulePrefix)) {
    const rest = word.slice(schedulePrefix.length);
    if (/^[A-Za-z0-9-]{2,64}$/.test(rest)) put(found.schedules, word);
    else found.malformed ??= word;
    return true;
  }
  if (practitionerPrefix !== "" && word.startsWith(practitionerPrefix)) {
    put(found.practitioners, word);
    return true;
  }
  for (const prefix of Object.keys(otherPrefixes)) {
    if (word.startsWith(prefix)) {
      found.other ??= { id: word, word: otherPrefixes[prefix] ?? "something else" };
      return true;
    }
  }
  if (isNearly(word, schedulePrefix)) {
    found.malformed ??= word;
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
function readLink(link: string, found: FoundIds, using: RosterOptions): void {
  const practitioner = afterPractitioner.exec(link)?.[1];
  const schedule = afterSchedule.exec(link)?.[1];
  if (schedule !== undefined) put(found.schedules, schedule);
  if (practitioner !== undefined) put(found.practitioners, practitioner);
  for (const piece of link.split(/[/?#&=,]+/)) {
    if (using.schedulePrefix !== "" && piece.startsWith(using.schedulePrefix)) put(found.schedules, piece);
    else if (using.practitionerPrefix !== "" && piece.startsWith(using.practitionerPrefix)) {
      put(found.practitioners, piece);
    }
  }
}

function put(ids: string[], id: string): void {
  if (!ids.includes(id)) ids.push(id);
}
