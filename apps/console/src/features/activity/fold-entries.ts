import type { JournalEntry } from "@dc/contract";

/** An entry, and how often it was repeated in a row. */
export interface FoldedEntry {
  entry: JournalEntry;
  times: number;
}

const saysTheSame = (a: JournalEntry, b: JournalEntry) =>
  a.action === b.action && a.subject === b.subject && a.actor.id === b.actor.id && a.sentence === b.sentence;

/** Counts entries that repeat the one above them, instead of listing them. */
export function foldEntries(entries: readonly JournalEntry[]): FoldedEntry[] {
  const folded: FoldedEntry[] = [];
  for (const entry of entries) {
    const last = folded.at(-1);
    if (last !== undefined && saysTheSame(last.entry, entry)) last.times += 1;
    else folded.push({ entry, times: 1 });
  }
  return folded;
}
