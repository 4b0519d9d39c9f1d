import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { beginEpoch } from "./begin-epoch.ts";
import { type Anchor, anchorText, parseAnchor } from "./verify.ts";
import { fillJournal, journalEntries, seal, verifyJournal as verify } from "#/testing/journal.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import type { Store } from "#/store/engine/database.ts";
import { transact } from "#/store/sql/transaction.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";

describe("the record in the embedded store", () => {
  testRecord(openTestStore);
});
describeOnPostgres("the record in PostgreSQL", () => {
  testRecord(openTestStoreOnPostgres);
});

function testRecord(open: () => Promise<Store>): void {
  let store: Store;
  beforeEach(async () => {
    store = await open();
    await fillJournal(store, [10, 20]);
    return async () => await store.close();
  });

  const head = async (): Promise<Anchor> => {
    const { head: last } = await verify(store);
    if (last === undefined) throw new Error("Nothing is sealed.");
    return last;
  };
  const append = (count: number) => transact(store.db, (trx) => appendJournal(trx, ...journalEntries(count)));
  /** As the owner of the tables can. */
  const tamper = async (...statements: string[]) => {
    await transact(store.db, async (trx) => {
      await sql`alter table journal disable trigger user`.execute(trx);
      for (const statement of statements) await sql.raw(statement).execute(trx);
      await sql`alter table journal enable trigger user`.execute(trx);
    });
  };

  it("is whole, whatever waits for its seal, and its head can be kept as a line of text", async () => {
    await append(2);
    const kept = await head();
    expect(parseAnchor(anchorText(kept))).toEqual(kept);
    expect(parseAnchor(`${anchorText(kept)}0`)).toBeUndefined();
    expect(await verify(store, [kept])).toEqual({
      entries: 30,
      unsealed: 2,
      removedTo: 0,
      head: kept,
      flaw: undefined,
      restored: [],
    });
  });

  it.each([
    ["changed", 7, [`update journal set subject = 'x' where sealed_seq = 7`]],
    ["changed", 7, [`update journal set at = at + interval '1 microsecond' where sealed_seq = 7`]],
    ["changed", 7, [`update journal set address = '10.0.0.1' where sealed_seq = 7`]],
    ["changed", 7, [`update journal set after = '{"n": 7}' where sealed_seq = 7`]],
    ["missing", 7, [`delete from journal where sealed_seq = 7`]],
    [
      "swapped",
      7,
      [
        `update journal set sealed_seq = 0 where sealed_seq = 7`,
        `update journal set sealed_seq = 7 where sealed_seq = 21`,
        `update journal set sealed_seq = 21 where sealed_seq = 0`,
      ],
    ],
    [
      "inserted",
      31,
      [
        `insert into journal (at, actor, action, subject, sealed_seq, hash) values (now(), '{}', 'x', 'x', 31, repeat('a', 64))`,
      ],
    ],
    ["cut off", 29, [`delete from journal where sealed_seq >= 29`]],
    ["changed", 11, [`update journal_segment set hash = repeat('a', 64) where number = 1`]],
    [
      "missing",
      1,
      [`delete from journal where sealed_seq <= 10`, `update journal_segment set removed_at = now() where number = 1`],
    ],
  ] as const)("is found %s at entry %i", async (kind, number, statements) => {
    await tamper(...statements);
    expect((await verify(store)).flaw).toMatchObject({ kind, number });
  });

  it("is found cut off with its checkpoints, and written anew, by an anchor alone", async () => {
    const kept = await head();
    await tamper(
      `delete from journal where sealed_seq >= 29`,
      `update journal_segment set last_number = 28, hash = (select hash from journal where sealed_seq = 28) where number = 2`,
    );
    expect((await verify(store)).flaw).toBeUndefined();
    expect((await verify(store, [kept])).flaw).toMatchObject({ kind: "cut off", number: 29 });
    // What is appended after it does not make up for it.
    await append(5);
    await seal(store);
    expect((await verify(store, [kept])).flaw).toMatchObject({ kind: "rewritten" });
    const between = await head();
    await append(1);
    await seal(store);
    const later = { ...(await head()), hash: kept.hash };
    expect((await verify(store, [between, later])).flaw).toMatchObject({
      kind: "rewritten",
      number: between.number + 1,
    });
  });

  it("says restored of an anchor that a backup did not reach, and goes on in a new epoch", async () => {
    const before = await head();
    const lost: Anchor = { number: 45, epoch: before.epoch, hash: "a".repeat(64) };
    expect((await verify(store, [lost])).flaw).toMatchObject({ kind: "cut off" });
    const restoring = { now: () => new Date("2026-03-01T09:00:00Z"), newId: (prefix: string) => `${prefix}_new` };
    await append(1);
    await beginEpoch(store.db, { ...restoring, takenAt: "2026-02-28T09:00:00.000Z" });
    await append(20);
    await seal(store, "2026-03-02T09:00:00Z");
    expect(await verify(store, [before, lost, await head()])).toMatchObject({
      flaw: undefined,
      restored: [{ anchor: lost, after: 30 }],
      head: { epoch: "epo_new", number: 52 },
    });
    // Neither what came before, nor what follows in the new epoch, is excused by it.
    const forged = { ...before, hash: "b".repeat(64) };
    expect((await verify(store, [forged])).flaw).toMatchObject({ kind: "rewritten" });
    const beyond = { ...(await head()), number: 60 };
    expect((await verify(store, [beyond])).flaw).toMatchObject({ kind: "cut off", number: 53 });
    await tamper(`delete from journal where sealed_seq = 31`);
    expect((await verify(store)).flaw).toMatchObject({ kind: "missing", number: 31 });
  });
}
