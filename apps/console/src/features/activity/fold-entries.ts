import type { JournalEntry } from "@dc/contract";

/** What happened once or several times in a row: the newest of it, and how often. */
export interface FoldedEntry {
  entry: JournalEntry;
  times: number;
}

const saysTheSame = (a: JournalEntry, b: JournalEntry) =>
  a.action === b.action && a.subject === b.subject && a.actor.id === b.actor.id && a.sentence === b.sentence;

/** Newest first, as given; what says just the same of the same as the one above it is counted there. */
export function foldEntries(entries: readonly JournalEntry[]): FoldedEntry[] {
  const folded: FoldedEntry[] = [];
  for (const entry of entries) {
    const last = folded.at(-1);
    if (last !== undefined && saysTheSame(last.entry, entry)) last.times += 1;
    else folded.push({ entry, times: 1 });
  }
  return folded;
}
