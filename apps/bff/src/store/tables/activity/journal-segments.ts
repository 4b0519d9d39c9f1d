import { type Selectable, sql } from "kysely";
import type { JournalSegmentTable } from "#/store/schema/access-tables.ts";
import type { JournalTable } from "#/store/schema/access-tables.ts";
import { selectListed } from "#/store/sql/row-lists.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type JournalSegment = Selectable<JournalSegmentTable>;
export type SealedEntry = Selectable<JournalTable> & { sealed_seq: number; hash: string };

/** The last sealed entry: its number, the epoch, and the hash that stands for all before it. */
export interface JournalHead {
  number: number;
  epoch: string;
  hash: string;
}

/** undefined until the first entry was sealed. */
export async function selectJournalHead(db: Database | Transaction): Promise<JournalHead | undefined> {
  const last = await selectLastSegment(db);
  if (last === undefined || last.last_number === 0) return undefined;
  return { number: last.last_number, epoch: last.epoch, hash: last.hash };
}

export async function selectLastSegment(db: Database | Transaction): Promise<JournalSegment | undefined> {
  return await db.selectFrom("journal_segment").selectAll().orderBy("number", "desc").limit(1).executeTakeFirst();
}

/** All segments in their order, also those of which only the checkpoint remains. */
export async function selectSegments(db: Database | Transaction): Promise<JournalSegment[]> {
  return await db.selectFrom("journal_segment").selectAll().orderBy("number").execute();
}

/**
 * What was sealed after this number, in the sealed order. Numbers have no gaps and later commits get later ones, so whoever
 * goes on after the last number that it saw misses nothing and meets nothing twice. A limited database gives the entries
 * that somebody limited may see.
 */
export async function selectSealedAfter(
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<SealedEntry[]> {
  return await db
    .selectFrom("journal")
    .selectAll()
    .where("sealed_seq", ">", after)
    .orderBy("sealed_seq")
    .limit(limit)
    .$narrowType<{ sealed_seq: number; hash: string }>()
    .execute();
}

export async function hasUnsealedEntries(db: Database): Promise<boolean> {
  const entry = await db
    .selectFrom("journal")
    .select("seq")
    .where("sealed_seq", "is", null)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

/** When the oldest entry was written that awaits its seal. */
export async function selectOldestUnsealedAt(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from journal where sealed_seq is null`.execute(db);
  return rows[0]?.at ?? null;
}

export async function insertSegment(
  trx: Transaction,
  segment: Pick<JournalSegment, "number" | "kind" | "epoch" | "first_number" | "previous_hash" | "begun_at">,
): Promise<JournalSegment> {
  return await trx
    .insertInto("journal_segment")
    .values({ ...segment, last_number: segment.first_number - 1, hash: segment.previous_hash })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function closeSegment(trx: Transaction, number: number, now: Date): Promise<void> {
  await trx.updateTable("journal_segment").set({ closed_at: now }).where("number", "=", number).execute();
}

/** Gives entries their numbers and hashes, and takes them into the segment. */
export async function sealEntries(
  trx: Transaction,
  segmentNumber: number,
  entries: readonly { seq: string; number: number; hash: string }[],
): Promise<void> {
  const last = entries.at(-1);
  if (last === undefined) return;
  const listed = selectListed(entries, { seq: "bigint", number: "bigint", hash: "text" });
  await sql`with told as (update journal set sealed_seq = sealed.number, hash = sealed.hash from (${listed}) as sealed
        where journal.seq = sealed.seq returning journal.at)
    update journal_segment set last_number = ${last.number}, hash = ${last.hash},
      newest_entry_at = greatest(newest_entry_at, (select max(at) from told))
    where number = ${segmentNumber}`.execute(trx);
}

/** The oldest segment whose entries are still there. */
export async function selectOldestKeptSegment(trx: Transaction): Promise<JournalSegment | undefined> {
  return await trx
    .selectFrom("journal_segment")
    .selectAll()
    .where("removed_at", "is", null)
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
}

/** Removes the entries of a segment and keeps its checkpoint. The store lets sealed entries go in no other way. */
export async function removeEntriesOf(trx: Transaction, segment: JournalSegment, now: Date): Promise<void> {
  await sql`select set_config('console.retains', 'on', true)`.execute(trx);
  await sql`delete from journal where sealed_seq between ${segment.first_number} and ${segment.last_number}`.execute(
    trx,
  );
  await sql`select set_config('console.retains', 'off', true)`.execute(trx);
  await trx.updateTable("journal_segment").set({ removed_at: now }).where("number", "=", segment.number).execute();
}
