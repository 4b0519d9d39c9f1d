import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestStore } from "#/test-store.ts";
import type { Store } from "./database.ts";
import { keepUp } from "./upkeep.ts";

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.close());

const figures = async () => {
  await keepUp(store, new AbortController().signal);
  const { rows } = await sql`
    select c.reltuples::int as known, s.n_dead_tup::int as dead
    from pg_class c join pg_stat_user_tables s on s.relid = c.oid where c.relname = 'setting'`.execute(store.db);
  return rows;
};

it("a table that has moved much is analysed, so that the planner knows its size", async () => {
  await sql`insert into setting (key, value) select 'k' || n, 'v' from generate_series(1, 2000) n`.execute(store.db);
  await sql`update setting set value = 'w'`.execute(store.db);
  expect(await figures()).toEqual([{ known: 2000, dead: 2000 }]);
});

it("a table of which most is dead is vacuumed too", async () => {
  await sql`insert into setting (key, value) select 'k' || n, 'v' from generate_series(1, 6000) n`.execute(store.db);
  await sql`update setting set value = 'w'`.execute(store.db);
  expect(await figures()).toEqual([{ known: 6000, dead: 0 }]);
});

it("upkeep that was asked to stop does nothing more", async () => {
  await sql`insert into setting (key, value) select 'k' || n, 'v' from generate_series(1, 2000) n`.execute(store.db);
  await keepUp(store, AbortSignal.abort());
  const { rows } = await sql`select reltuples::int as known from pg_class where relname = 'setting'`.execute(store.db);
  expect(rows).toEqual([{ known: -1 }]);
});
