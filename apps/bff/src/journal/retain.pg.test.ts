import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { retainJournal } from "./retain.ts";
import type { Anchor } from "./verify.ts";
import { journalEntries, seal, verifyJournal as verify } from "#/testing/journal.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import type { Store } from "#/store/engine/database.ts";
import { transact } from "#/store/sql/transaction.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import { selectSegments } from "#/store/tables/activity/journal-segments.ts";

describe("retention, in the embedded store", () => {
  testRetention(openTestStore);
});
describeOnPostgres("retention, in PostgreSQL", () => {
  testRetention(openTestStoreOnPostgres);
});

/** Ten entries in January and twenty in February, of which the newest is of the 20th; then five in March. */
async function fill(store: Store): Promise<void> {
  for (const [day, count] of [
    ["2026-01-10", 10],
    ["2026-02-03", 19],
    ["2026-02-20", 1],
    ["2026-03-05", 5],
  ] as const) {
    const at = new Date(`${day}T08:00:00Z`);
    const entries = journalEntries(count, day).map((entry) => ({ ...entry, at }));
    await transact(store.db, (trx) => appendJournal(trx, ...entries));
    await seal(store, `${day}T09:00:00Z`);
  }
}

function testRetention(open: () => Promise<Store>): void {
  let store: Store;
  beforeEach(async () => {
    store = await open();
    await fill(store);
    return async () => await store.close();
  });

  const retain = async (today: string, keepJournalDays = 30) =>
    await retainJournal({ wholeStore: store, now: () => new Date(`${today}T09:00:00Z`), keepJournalDays });
  const numbers = async () => {
    const { rows } = await sql<{ number: number }>`
      select sealed_seq as number from journal where sealed_seq is not null order by 1`.execute(store.db);
    return rows.map(({ number }) => Number(number));
  };
  const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const anchorAt = async (number: number): Promise<Anchor> => {
    const { rows } = await sql<{ hash: string; epoch: string }>`
      select journal.hash, epoch from journal, journal_segment
      where sealed_seq = ${number} and ${number} between first_number and last_number`.execute(store.db);
    return { number, epoch: rows[0]?.epoch ?? "", hash: rows[0]?.hash ?? "" };
  };

  it("removes a segment once its newest entry is old enough, and no part of one", async () => {
    await retain("2026-02-08");
    expect(await numbers()).toEqual(upTo(1, 35));
    await retain("2026-02-09");
    expect(await numbers()).toEqual(upTo(11, 35));
    await retain("2026-03-21");
    expect(await numbers()).toEqual(upTo(11, 35));
    await retain("2026-03-23");
    expect(await numbers()).toEqual(upTo(31, 35));
    // What still takes entries is never removed.
    await retain("2030-01-01");
    expect(await numbers()).toEqual(upTo(31, 35));
  });

  it("keeps what proves the rest, and the anchors of a segment's end", async () => {
    const anchors = [await anchorAt(5), await anchorAt(10), await anchorAt(30), await anchorAt(33)];
    const before = await selectSegments(store.db);
    await retain("2026-04-01");
    await seal(store, "2026-04-01T09:00:01Z");
    expect(await verify(store, anchors)).toMatchObject({ entries: 7, removedTo: 30, flaw: undefined, restored: [] });
    const after = await selectSegments(store.db);
    expect(after.map((segment) => ({ ...segment, removed_at: null })).slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after.map(({ removed_at }) => removed_at !== null)).toEqual([true, true, false, false]);
    const forged = { number: 10, epoch: anchors[1]?.epoch ?? "", hash: "a".repeat(64) };
    expect((await verify(store, [forged])).flaw).toMatchObject({ kind: "rewritten" });
  });

  it("says of each segment in the record that it removed it", async () => {
    await retain("2026-04-01");
    const { rows } = await sql`
      select actor ->> 'id' as actor, subject, after ->> 'removedTo' as to from journal
      where action = 'journal.retain' order by seq`.execute(store.db);
    expect(rows).toEqual([
      { actor: "retention", subject: "1", to: "10" },
      { actor: "retention", subject: "2", to: "30" },
    ]);
  });

  it.each([
    ["changed", `update journal set subject = 'x' where sealed_seq = 7`],
    ["taken out", `delete from journal where sealed_seq = 10`],
    ["given another checkpoint", `update journal_segment set hash = repeat('a', 64) where number = 1`],
  ])("removes nothing of a segment that was %s, and names it", async (_, statement) => {
    await sql`alter table journal disable trigger user`.execute(store.db);
    await sql.raw(statement).execute(store.db);
    await sql`alter table journal enable trigger user`.execute(store.db);
    const there = await numbers();
    expect(await retain("2026-04-01")).toContain("Segment 1 of the journal (entries 1 to 10) is not what was sealed");
    expect(await numbers()).toEqual(there);
  });

  it("lets nothing else remove entries afterwards", async () => {
    await retain("2026-02-10");
    await expect(sql`delete from journal`.execute(store.db)).rejects.toThrow("is never removed");
  });
}
