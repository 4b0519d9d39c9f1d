import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPostgresStore, type Store } from "#/store/engine/database.ts";
import { json } from "#/store/sql/json.ts";
import { migrateToLatest } from "#/store/migrations/migrate.ts";
import { openEmbeddedDump, readDump, shapeOf } from "#/testing/stores/earlier-store.ts";
import { createDatabase, describeOnPostgres } from "#/testing/stores/postgres.ts";
import { searchText } from "#/store/sql/search-text.ts";
import { openNewTestStore, openTestStore } from "#/testing/stores/store.ts";
import { loadSnapshotFile, streamSnapshot, writeWholeFile } from "./snapshot-file.ts";
import { type SnapshotEnd, SnapshotError } from "./snapshot-lines.ts";

const dump = readDump(new URL("../migrations/earlier-stores/0010-booking-attempts.sql.zst", import.meta.url));
const takenAt = new Date("2026-11-23T09:00:00.000Z");
const ODD = 'a\u2028b\u2029\r\n\t\\" ’ 🦷 \u0001 =cmd()';

describeOnPostgres("a snapshot", () => {
  let source: Store;
  let path: string;
  let taken: SnapshotEnd;
  beforeAll(async () => {
    path = join(tmpdir(), `snapshot-test-${process.pid}.gz`);
    source = await openEmbeddedDump(dump);
    await migrateToLatest(source.db);
    const entry = {
      connection_id: null,
      at: new Date("2026-11-22T08:00:00.123Z"),
      actor: json({ kind: "work", id: "x", name: ODD }),
      action: "test",
      subject: ODD,
      // The value null, which is not the same as no value.
      before: sql<string>`'null'::json`,
      after: sql<string>`'{"b":1,  "a":12345678901234567890.5}'::json`,
    } as never;
    await source.db.insertInto("journal").values(entry).execute();
    await sql`insert into journal_search (seq, search)
      select seq, ${searchText(ODD)} from journal where action = 'test'`.execute(source.db);
    await writeWholeFile(path, async (to) => {
      taken = await streamSnapshot(source.db, takenAt, to);
    });
  });
  afterAll(async () => {
    await rm(path, { force: true });
    await source.close();
  });

  const newPostgres = async () => await openPostgresStore({ databaseUrl: await createDatabase(), onError: () => {} });
  const rowsOf = async (store: Store) => (await sql`select count(*)::int as n from journal`.execute(store.db)).rows[0];
  /** The file with other content. */
  const changed = async (change: (text: string) => string): Promise<string> => {
    const other = `${path}.changed`;
    await writeFile(other, gzipSync(change(gunzipSync(await readFile(path)).toString())));
    return other;
  };

  it("holds every row, and moves from the embedded store to PostgreSQL and back without a difference", async () => {
    expect(taken.tables["journal"]?.rows).toBeGreaterThan(5);
    expect(taken.tables["change"]?.rows).toBeGreaterThan(0);
    const postgres = await newPostgres();
    expect(await loadSnapshotFile(postgres.db, path)).toEqual(taken);
    expect(await shapeOf(postgres.db)).toEqual(await shapeOf(source.db));
    const there = `${path}.there`;
    let second: SnapshotEnd | undefined;
    await writeWholeFile(there, async (to) => {
      second = await streamSnapshot(postgres.db, takenAt, to);
    });
    expect(second).toEqual(taken);

    const back = await openNewTestStore();
    expect(await loadSnapshotFile(back.db, there)).toEqual(taken);
    expect(await shapeOf(back.db)).toEqual(await shapeOf(source.db));
    const odd = sql`select subject, before::text as before, after::text as after, at from journal where action = 'test'`;
    expect((await odd.execute(back.db)).rows).toEqual((await odd.execute(source.db)).rows);
    expect((await odd.execute(back.db)).rows).toMatchObject([{ subject: ODD, before: "null" }]);

    // The next number follows the last one, and what triggers guard is guarded again.
    const next = sql<{ seq: number }>`insert into journal (at, actor, action, subject)
      values (now(), '{}', 'next', 'x') returning seq`;
    const last = sql<{ seq: number }>`select max(seq) as seq from journal`;
    for (const { db } of [postgres, back]) {
      const before = Number((await last.execute(db)).rows[0]?.seq);
      expect(Number((await next.execute(db)).rows[0]?.seq)).toBe(before + 1);
      await expect(sql`update original set raw_text = '[]'`.execute(db)).rejects.toThrow(/never changes/);
    }
    await rm(there);
    await Promise.all([postgres.close(), back.close()]);
  });

  it("is taken of a store that an earlier version wrote, and read by this one", async () => {
    const earlier = await openEmbeddedDump(dump);
    const old = `${path}.old`;
    await writeWholeFile(old, (to) => streamSnapshot(earlier.db, takenAt, to));
    const store = await newPostgres();
    await loadSnapshotFile(store.db, old);
    expect(await shapeOf(store.db)).toEqual(await shapeOf(source.db));
    await rm(old);
    await Promise.all([earlier.close(), store.close()]);
  });

  it("is refused whole when it was cut off or changed, is none, or the target has rows; then nothing is written", async () => {
    const store = await newPostgres();
    const cutOff = `${path}.cut`;
    const bytes = await readFile(path);
    await writeFile(cutOff, bytes.subarray(0, bytes.length - 200));
    await expect(loadSnapshotFile(store.db, cutOff)).rejects.toThrow(/was cut off/);
    await expect(
      loadSnapshotFile(store.db, await changed((text) => text.replace(/\n[^\n]*\n$/, "\n"))),
    ).rejects.toThrow("The snapshot was cut off: its last line is missing.");
    const edited = await changed((text) => text.replace("=cmd()", "=dmc()"));
    await expect(loadSnapshotFile(store.db, edited)).rejects.toThrow(/journal differs after loading/);
    await writeFile(cutOff, "hello");
    await expect(loadSnapshotFile(store.db, cutOff)).rejects.toThrow(SnapshotError);
    const newer = await changed((text) => text.replace('"0010-', '"9999-'));
    await expect(loadSnapshotFile(store.db, newer)).rejects.toThrow(/newer version/);
    expect(await rowsOf(store)).toEqual({ n: 0 });

    const full = await openTestStore();
    await full.db.insertInto("setting").values({ key: "a", value: "b" }).execute();
    await expect(loadSnapshotFile(full.db, path)).rejects.toThrow(
      "The target is not empty: its table setting has rows. Nothing was written to it.",
    );
    await Promise.all([rm(cutOff), rm(`${path}.changed`), store.close(), full.close()]);
  });
});
