import { sql } from "kysely";
import { consoleActors } from "#/context/console-actors.ts";
import { contentHash, entryHash } from "./entry-hash.ts";
import { readEntries } from "./read-entries.ts";
import { JOURNAL_LOCK } from "./seal.ts";
import type { Store } from "#/store/engine/database.ts";
import { transact, type Transaction } from "#/store/sql/transaction.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import {
  type JournalSegment,
  removeEntriesOf,
  selectOldestKeptSegment,
} from "#/store/tables/activity/journal-segments.ts";

const DAY_MS = 86_400_000;

export interface Retention {
  wholeStore: Pick<Store, "db">;
  now: () => Date;
  /** How old the newest entry of a segment must be before the segment is removed. */
  keepJournalDays: number;
}

/**
 * Removes the entries of whole segments, oldest first and one transaction each, and keeps their checkpoints. A segment that is
 * not what was sealed is left where it is, with all after it, so that no evidence of a change is removed: what is wrong with
 * it is returned.
 */
export async function retainJournal(retention: Retention, signal?: AbortSignal): Promise<string | undefined> {
  while (signal?.aborted !== true) {
    const outcome = await transact(retention.wholeStore.db, (trx) => removeOldest(trx, retention));
    if (outcome === "nothing is old enough") return undefined;
    if (outcome !== "removed") return outcome.problem;
  }
  return undefined;
}

async function removeOldest(
  trx: Transaction,
  { now, keepJournalDays }: Retention,
): Promise<"removed" | "nothing is old enough" | { problem: string }> {
  await sql`select pg_advisory_xact_lock(hashtext(${JOURNAL_LOCK}))`.execute(trx);
  const segment = await selectOldestKeptSegment(trx);
  if (segment === undefined || segment.closed_at === null) return "nothing is old enough";
  const newest = segment.newest_entry_at ?? segment.closed_at;
  const startedAt = now();
  if (newest.getTime() > startedAt.getTime() - keepJournalDays * DAY_MS) return "nothing is old enough";
  if (!(await isAsSealed(trx, segment))) {
    const { number, first_number: first, last_number: last } = segment;
    return {
      problem: `Segment ${number} of the journal (entries ${first} to ${last}) is not what was sealed, so nothing is removed; run journal:verify`,
    };
  }
  await removeEntriesOf(trx, segment, startedAt);
  const removedTo = Number(segment.last_number);
  await appendJournal(trx, {
    connectionId: null,
    at: startedAt,
    actor: consoleActors.retention,
    subject: String(segment.number),
    after: { removedTo, hash: segment.hash },
    message: { code: "journal.retain", params: { removedTo } },
    requestId: null,
  });
  return "removed";
}

/** Whether the entries of the segment make its hash. */
async function isAsSealed(trx: Transaction, segment: JournalSegment): Promise<boolean> {
  const [first, last] = [Number(segment.first_number), Number(segment.last_number)];
  const entries = await readEntries(trx, sql`where sealed_seq between ${first} and ${last} order by sealed_seq`);
  let hash = segment.previous_hash;
  for (const [place, entry] of entries.entries()) {
    const number = first + place;
    if (Number(entry["sealed_seq"]) !== number) return false;
    hash = entryHash({ epoch: segment.epoch, number, previous: hash, content: contentHash(entry) });
    if (hash !== entry["hash"]) return false;
  }
  return entries.length === last - first + 1 && hash === segment.hash;
}
