import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestStore } from "#/test-store.ts";
import { keepUp } from "./upkeep.ts";

it("a table that has moved much is vacuumed and analysed, so that the planner knows its size", async () => {
  const store = await openTestStore();
  await sql`insert into setting (key, value) select 'k' || n, 'v' from generate_series(1, 2000) n`.execute(store.db);
  await sql`update setting set value = 'w'`.execute(store.db);
  await keepUp(store, new AbortController().signal);
  const { rows } = await sql`
    select c.reltuples::int as known, s.n_dead_tup::int as dead
    from pg_class c join pg_stat_user_tables s on s.relid = c.oid where c.relname = 'setting'`.execute(store.db);
  expect(rows).toEqual([{ known: 2000, dead: 0 }]);
  await store.close();
});
