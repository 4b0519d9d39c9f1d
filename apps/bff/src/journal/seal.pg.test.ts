import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { contentHash, entryHash, NO_HASH } from "./entry-hash.ts";
import { openEmbeddedDump } from "#/testing/stores/earlier-store.ts";
import { journalEntries, seal } from "#/testing/journal.ts";
import {
  createDatabase,
  createMigratedDatabase,
  describeOnPostgres,
  openTestStoreOnPostgres,
} from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import { openPostgresStore, type Store } from "#/store/engine/database.ts";
import { migrateTo, migrateToLatest, migrations } from "#/store/migrations/migrate.ts";
import { transact } from "#/store/sql/transaction.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import { selectJournalHead, selectSealedAfter, selectSegments } from "#/store/tables/activity/journal-segments.ts";

describe("the sealer, on the embedded store", () => {
  testSealer(openTestStore, () => openEmbeddedDump(""));
});
describeOnPostgres("the sealer, on PostgreSQL", () => {
  const openPostgres = (databaseUrl: string) => openPostgresStore({ databaseUrl, onError: () => {} });
  testSealer(openTestStoreOnPostgres, async () => await openPostgres(await createDatabase()));

  it("gives what is committed late a later number, and no two processes seal the same", async () => {
    const databaseUrl = await createMigratedDatabase();
    const [one, other] = await Promise.all([0, 1].map(() => openPostgres(databaseUrl)));
    if (one === undefined || other === undefined) throw new Error("no store");
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const late = transact(one.db, async (trx) => {
      await appendJournal(trx, ...journalEntries(2, "late"));
      begun.resolve();
      await go.promise;
    });
    await begun.promise;
    await transact(other.db, (trx) => appendJournal(trx, ...journalEntries(1200, "early")));
    const sealed = await Promise.all([one, other, one, other].map((store) => seal(store)));
    expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(1200);
    go.resolve();
    await late;
    expect(await seal(other)).toBe(2);
    const entries = await selectSealedAfter(other.db, { after: 0, limit: 2000 });
    expect(entries.map(({ sealed_seq }) => sealed_seq)).toEqual(Array.from({ length: 1202 }, (_, at) => at + 1));
    expect(entries.slice(-2).map(({ subject }) => subject)).toEqual(["late 1", "late 2"]);
    expect(entries.at(-1)?.seq).toBe(2);
    await Promise.all([one.close(), other.close()]);
  });
});

function testSealer(open: () => Promise<Store>, openEmpty: () => Promise<Store>): void {
  let store: Store;
  beforeEach(async () => {
    store = await open();
    return async () => await store.close();
  });
  const append = (count: number) => transact(store.db, (trx) => appendJournal(trx, ...journalEntries(count)));

  it("numbers what is committed without gaps, and chains it by the documented bytes", async () => {
    expect(await selectJournalHead(store.db)).toBeUndefined();
    await append(3);
    expect(await seal(store)).toBe(3);
    await append(1);
    expect(await seal(store)).toBe(1);
    expect(await seal(store)).toBe(0);

    const entries = await selectSealedAfter(store.db, { after: 0, limit: 10 });
    expect(entries.map(({ sealed_seq }) => sealed_seq)).toEqual([1, 2, 3, 4]);
    expect(await selectSealedAfter(store.db, { after: 3, limit: 10 })).toMatchObject([{ sealed_seq: 4 }]);
    const head = await selectJournalHead(store.db);
    expect(head).toEqual({ number: 4, epoch: expect.any(String), hash: entries[3]?.hash });

    // As docs/operating.md describes it, without the code that sealed.
    const first = entries[0];
    const content = contentHash({
      action: "account.change",
      actor: `{"kind":"person","id":"per_1","name":"Ada"}`,
      at: "2026-11-23 08:00:00.123+00",
      after: `{"n":1}`,
      before: null,
      message: `{"code":"account.change","params":{"person":"Ada"}}`,
      request_id: "req_1",
      seq: String(first?.seq),
      subject: "subject 1",
    });
    expect(first?.hash).toBe(entryHash({ epoch: head?.epoch ?? "", number: 1, previous: NO_HASH, content }));
  });

  it("begins a segment with each month and after 5,000 entries", async () => {
    await append(1);
    await seal(store, "2026-11-30T23:59:59Z");
    await append(5001);
    await seal(store, "2026-12-01T00:00:00Z");
    const segments = await selectSegments(store.db);
    expect(
      segments.map(({ first_number, last_number, closed_at }) => [first_number, last_number, closed_at !== null]),
    ).toEqual([
      [1, 1, true],
      [2, 5001, true],
      [5002, 5002, false],
    ]);
    expect(segments.map(({ previous_hash }) => previous_hash)).toEqual([NO_HASH, segments[0]?.hash, segments[1]?.hash]);
    expect(new Set(segments.map(({ epoch }) => epoch)).size).toBe(1);
  });

  it("lets nobody change or remove an entry, sealed or not", async () => {
    await append(2);
    const change = () => sql`update journal set subject = 'other' where subject = 'subject 1'`.execute(store.db);
    await expect(change()).rejects.toThrow("an entry of the journal never changes");
    await expect(sql`delete from journal`.execute(store.db)).rejects.toThrow("is never removed");
    await seal(store);
    await expect(change()).rejects.toThrow("an entry of the journal never changes");
    await expect(sql`update journal set hash = 'x'`.execute(store.db)).rejects.toThrow("never changes");
    await expect(sql`delete from journal`.execute(store.db)).rejects.toThrow("is never removed");
  });

  it("seals what an earlier version kept as a first segment of its own", async () => {
    const earlier = await openEmpty();
    await migrateTo(
      earlier.db,
      Object.keys(migrations).filter((name) => name < "0043"),
    );
    await sql`insert into journal (at, actor, action, subject)
      select now(), '{"kind":"person","id":"x","name":"x"}', 'test', 'x' from generate_series(1, 700)`.execute(
      earlier.db,
    );
    await migrateToLatest(earlier.db);
    await transact(earlier.db, (trx) => appendJournal(trx, ...journalEntries(1)));
    expect(await seal(earlier)).toBe(701);
    expect(await selectSegments(earlier.db)).toMatchObject([
      { kind: "earlier", first_number: 1, last_number: 700 },
      { kind: "sealed", first_number: 701, last_number: 701 },
    ]);
    await earlier.close();
  });
}
