import type { JournalEntry } from "@dc/contract";

/** One line of the list: an entry, or several in a row, newest first. */
export interface FoldedEntry {
  /** The newest of them. */
  entry: JournalEntry;
  entries: JournalEntry[];
  /** Whether they differ, as the receipts of one change set do, so that the line opens. */
  isRun: boolean;
}

const saysTheSame = (a: JournalEntry, b: JournalEntry) => a.subject === b.subject && a.sentence === b.sentence;

/** What happens to many changes at once makes one line: `change.applied` of forty changes. */
const isOfOneRun = (a: JournalEntry, b: JournalEntry) => a.action.startsWith("change.") && a.indexId === b.indexId;

/** Puts entries of one kind that follow each other on one line, except the runs that were opened. */
export function foldEntries(entries: readonly JournalEntry[], opened: ReadonlySet<string> = new Set()): FoldedEntry[] {
  const folded: FoldedEntry[] = [];
  for (const entry of entries) {
    const last = folded.at(-1);
    const newest = last?.entry;
    const isLikeIt = newest !== undefined && newest.action === entry.action && newest.actor.id === entry.actor.id;
    if (last !== undefined && isLikeIt && (saysTheSame(last.entry, entry) || isOfOneRun(last.entry, entry))) {
      last.entries.push(entry);
      last.isRun ||= !saysTheSame(last.entry, entry);
    } else folded.push({ entry, entries: [entry], isRun: false });
  }
  return folded.flatMap((line) =>
    line.isRun && line.entries.some(({ id }) => opened.has(id))
      ? line.entries.map((entry) => ({ entry, entries: [entry], isRun: false }))
      : [line],
  );
}

/** The sentence of an entry, and of how many it stands. */
export function wordsOf({ entry, entries, isRun }: FoldedEntry): string {
  if (entries.length === 1) return entry.sentence;
  return isRun ? `${entry.sentence}, and ${entries.length - 1} more` : `${entry.sentence}, ${entries.length} times`;
}
