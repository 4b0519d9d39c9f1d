import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyInitialStore } from "@dc/tooling/testing/initial-store";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openNewTestStore } from "#/testing/stores/store.ts";
import { type Store, storeOverEngine } from "#/store/engine/database.ts";
import { openEmbeddedEngine } from "#/store/engine/embedded-engine.ts";
import { maintainStore } from "./upkeep.ts";

let store: Store;
beforeEach(async () => {
  store = await openNewTestStore();
});
afterEach(async () => await store.close());

const figures = async () => {
  await maintainStore(store, new AbortController().signal);
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

it("a large table is analysed by a sample, since others wait meanwhile", async () => {
  await sql`insert into setting (key, value) select 'k' || n, 'v' || n from generate_series(1, 6000) n`.execute(
    store.db,
  );
  expect(await figures()).toEqual([{ known: 6000, dead: 0 }]);
  const { rows } = await sql`select attname as column, cardinality(histogram_bounds::text::text[])::int as bounds
    from pg_stats where tablename = 'setting' and attname in ('key', 'value') order by 1`.execute(store.db);
  expect(rows).toEqual(["key", "value"].map((column) => ({ column, bounds: 11 })));
});

it("nothing is computed for the statistics of an index of some rows alone, at which the planner never looks", async () => {
  const { rows } = await sql`select index.indexrelid::regclass::text as index, attname as column
    from pg_index as index join pg_attribute as attribute on attribute.attrelid = index.indexrelid
    where index.indpred is not null and attribute.attnum > 0 and index.indkey[attribute.attnum - 1] = 0
      and index.indrelid in (select relid from pg_stat_user_tables) and attstattarget is distinct from 0`.execute(
    store.db,
  );
  expect(rows).toEqual([]);
});

it("upkeep that was asked to stop does nothing more", async () => {
  await sql`insert into setting (key, value) select 'k' || n, 'v' from generate_series(1, 2000) n`.execute(store.db);
  await maintainStore(store, AbortSignal.abort());
  const { rows } = await sql`select reltuples::int as known from pg_class where relname = 'setting'`.execute(store.db);
  expect(rows).toEqual([{ known: -1 }]);
});

it("the store on disk closes while upkeep runs, after it has vacuumed, and has everything when it is opened again", async () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), "upkeep-"));
  copyInitialStore(directory.path, "empty");
  const open = async () =>
    storeOverEngine(
      await openEmbeddedEngine({ dataDir: directory.path, onCrash: (error) => expect.unreachable(error.message) }),
    );
  const onDisk = await open();
  const fill = sql`insert into setting (key, value) select 'k' || n, 'v' from generate_series(1, 20000) n
    on conflict (key) do update set value = 'w'`;
  await fill.execute(onDisk.db);
  await fill.execute(onDisk.db);
  const stopping = new AbortController();
  const upkeep = maintainStore(onDisk, stopping.signal);
  await sql`select 1`.execute(onDisk.db);
  stopping.abort();
  await upkeep;
  await onDisk.close();

  const again = await open();
  await maintainStore(again, new AbortController().signal);
  const { rows } = await sql`select count(*)::int as kept from setting where value = 'w'`.execute(again.db);
  expect(rows).toEqual([{ kept: 20_000 }]);
  await again.close();
});
