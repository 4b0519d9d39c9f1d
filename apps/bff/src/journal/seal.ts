import { sql } from "kysely";
import { contentHash, entryHash, type EntryTexts, NO_HASH } from "./entry-hash.ts";
import { readEntries } from "./read-entries.ts";
import type { Store } from "#/store/engine/database.ts";
import { transact, type Transaction } from "#/store/sql/transaction.ts";
import {
  closeSegment,
  insertSegment,
  type JournalSegment,
  sealEntries,
  selectLastSegment,
} from "#/store/tables/activity/journal-segments.ts";

/** Whoever seals or removes entries holds this lock of the transaction. */
export const JOURNAL_LOCK = "journal sealing";
const ENTRIES_AT_ONCE = 100;
/** A segment ends here or with the month, so that retention finds whole ones to remove. */
const ENTRIES_OF_SEGMENT = 5_000;

export interface Sealer {
  store: Pick<Store, "db">;
  now: () => Date;
  newId: (prefix: string) => string;
}

/**
 * Numbers, hashes and chains what is committed and not sealed, one transaction a batch. Only one process seals at a time: the
 * lease is a lock of that transaction, so that it ends with a process that is killed, and with the limit of the transaction
 * where one stands still. Returns how many entries were sealed; what another process is sealing is left to it.
 */
export async function sealJournal(sealer: Sealer, signal?: AbortSignal): Promise<number> {
  let sealed = 0;
  while (signal?.aborted !== true) {
    const batch = await transact(sealer.store.db, (trx) => sealBatch(trx, sealer));
    sealed += batch.sealed;
    if (!batch.isMore) break;
  }
  return sealed;
}

/** Seals some entries; there may be more unless nothing was left to seal then, or another process seals. */
async function sealBatch(trx: Transaction, { now, newId }: Sealer): Promise<{ sealed: number; isMore: boolean }> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${JOURNAL_LOCK})) as taken`.execute(trx);
  if (rows[0]?.taken !== true) return { sealed: 0, isMore: false };
  const segment = await selectLastSegment(trx);
  const entries = await unsealedEntries(trx, segment?.closed_at === null ? segment.earlier_to_seq : null);
  if (entries.length === 0 && segment?.kind === "earlier" && segment.closed_at === null) {
    await closeSegment(trx, segment.number, now());
    return { sealed: 0, isMore: true };
  }
  if (entries.length === 0) return { sealed: 0, isMore: false };
  const open = await segmentFor(trx, segment, { now, newId });
  const links: { seq: string; number: number; hash: string }[] = [];
  let previous = open.hash;
  let number = open.last_number;
  for (const entry of entries.slice(0, roomIn(open))) {
    number += 1;
    previous = entryHash({ epoch: open.epoch, number, previous, content: contentHash(entry) });
    links.push({ seq: entry["seq"] ?? "", number, hash: previous });
  }
  await sealEntries(trx, open.number, links);
  const isMore = open.kind === "earlier" || entries.length === ENTRIES_AT_ONCE || links.length < entries.length;
  return { sealed: links.length, isMore };
}

async function unsealedEntries(trx: Transaction, upTo: number | null): Promise<EntryTexts[]> {
  const isWithin = upTo === null ? sql`` : sql`and seq <= ${upTo}`;
  return await readEntries(trx, sql`where sealed_seq is null ${isWithin} order by seq limit ${ENTRIES_AT_ONCE}`);
}

/** The open segment, or a new one where it is full or of another month. */
async function segmentFor(
  trx: Transaction,
  last: JournalSegment | undefined,
  { now, newId }: Pick<Sealer, "now" | "newId">,
): Promise<JournalSegment> {
  const sealedAt = now();
  if (last?.closed_at === null) {
    if (roomIn(last) > 0 && (monthOf(last.begun_at) === monthOf(sealedAt) || last.kind === "earlier")) return last;
    await closeSegment(trx, last.number, sealedAt);
  }
  return await insertSegment(trx, {
    number: (last?.number ?? 0) + 1,
    kind: "sealed",
    epoch: last?.epoch ?? newId("epo"),
    first_number: (last?.last_number ?? 0) + 1,
    previous_hash: last?.hash ?? NO_HASH,
    begun_at: sealedAt,
  });
}

function roomIn({ kind, first_number, last_number }: JournalSegment): number {
  return kind === "earlier" ? ENTRIES_AT_ONCE : ENTRIES_OF_SEGMENT - (last_number - first_number + 1);
}

function monthOf(date: Date): string {
  return date.toISOString().slice(0, 7);
}
