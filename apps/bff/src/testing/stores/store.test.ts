import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrations, pendingMigrations } from "#/store/migrations/migrate.ts";
import { openTestStore, stateOfMigrations } from "./store.ts";

test("the kept test store belongs to the statements of the migrations: another statement asks for another one", async () => {
  const now = await stateOfMigrations();
  expect(await stateOfMigrations({ ...migrations })).toBe(now);
  const more = (statement: string) =>
    stateOfMigrations({
      ...migrations,
      "9999-more": { up: async (db) => void (await sql.raw(statement).execute(db)) },
    });
  const [one, other] = [await more("create table a (id text)"), await more("create table a (id text, name text)")];
  expect(new Set([now, one, other]).size).toBe(3);
});

test("a store that was closed is given out again empty, with its counters at their start", async () => {
  for (const _ of [1, 2]) {
    const store = await openTestStore();
    expect(await store.db.selectFrom("setting").selectAll().execute()).toEqual([]);
    await store.db.insertInto("setting").values({ key: "one", value: "1" }).execute();
    const { rows } = await sql<{ seq: number }>`select nextval('journal_seq_seq') as seq`.execute(store.db);
    expect(rows).toEqual([{ seq: 1 }]);
    await store.close();
    await expect(store.db.selectFrom("setting").selectAll().execute()).rejects.toThrow(/closed|destroyed/);
  }
});

test.each(["alter table setting rename to other", "alter table setting add more text", "delete from kysely_migration"])(
  "a store is not given out again after: %s",
  async (statement) => {
    const store = await openTestStore();
    await sql.raw(statement).execute(store.db);
    await store.close();
    const next = await openTestStore();
    expect(await pendingMigrations(next.db)).toEqual([]);
    await next.db.insertInto("setting").values({ key: "one", value: "1" }).execute();
    const { rows } = await sql`select * from setting`.execute(next.db);
    expect(rows).toEqual([{ key: "one", value: "1" }]);
    await next.close();
  },
);
