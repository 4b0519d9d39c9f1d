import { JOURNAL_TABLES, journalLineReader } from "#/journal/read-lines.ts";
import { sealJournal } from "#/journal/seal.ts";
import { type Anchor, JournalCheck, type Verification } from "#/journal/verify.ts";
import type { Store } from "#/store/engine/database.ts";
import { takeSnapshot } from "#/store/snapshot/take-snapshot.ts";
import { transact } from "#/store/sql/transaction.ts";
import { appendJournal, type JournalEntry } from "#/store/tables/activity/journal.ts";

/** Entries of the journal that differ in their subject and in what they changed. */
export function journalEntries(count: number, subject = "subject"): JournalEntry[] {
  return Array.from({ length: count }, (_, at) => ({
    connectionId: null,
    at: new Date("2026-11-23T08:00:00.123Z"),
    actor: { kind: "person", id: "per_1", name: "Ada" },
    subject: `${subject} ${at + 1}`,
    before: null,
    after: { n: at + 1 },
    message: { code: "account.change", params: { person: "Ada" } },
    requestId: `req_${at + 1}`,
  }));
}

let ids = 0;

/** Seals what is committed, as at this moment. */
export async function seal(store: Store, at = "2026-11-23T09:00:00Z"): Promise<number> {
  return await sealJournal({ store, now: () => new Date(at), newId: (prefix) => `${prefix}_${++ids}` });
}

/** Fills the journal of a store with as many entries a month, a segment each. */
export async function fillJournal(store: Store, entriesByMonth: readonly number[]): Promise<void> {
  for (const [month, count] of entriesByMonth.entries()) {
    await transact(store.db, (trx) => appendJournal(trx, ...journalEntries(count, `month ${month + 1}`)));
    await seal(store, `2026-${String(month + 1).padStart(2, "0")}-01T09:00:00Z`);
  }
}

/** Verifies the record of a store as the command does, from the lines of its snapshot. */
export async function verifyJournal(store: Store, anchors: readonly Anchor[] = []): Promise<Verification> {
  const check = new JournalCheck();
  const reader = journalLineReader(check);
  await takeSnapshot(store.db, {
    takenAt: new Date(0),
    tables: JOURNAL_TABLES,
    write: async (text) => text.split("\n").forEach((line) => reader.line(line)),
  });
  reader.end();
  return check.finish(anchors);
}
