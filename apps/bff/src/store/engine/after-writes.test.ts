import { afterEach, beforeEach, expect, it } from "vitest";
import { sql } from "kysely";
import { openTestStore } from "#/testing/stores/store.ts";
import { transact } from "#/store/sql/transaction.ts";
import { afterWrites } from "./after-writes.ts";
import type { Store } from "./database.ts";

let store: Store;
let runs: number;
beforeEach(async () => {
  store = await openTestStore();
  runs = 0;
});
afterEach(async () => await store.close());

const never = new AbortController().signal;
/** Reads the store, as work does that looks for something to do. */
const looks = async () => {
  runs += 1;
  await sql`select count(*) from setting`.execute(store.db);
};
const addSetting = sql`insert into setting (key, value) values ('k', 'v') on conflict (key) do update set value = 'w'`;

it("runs once, and again only after something was written", async () => {
  const work = afterWrites(store, looks);
  await work(never);
  await work(never);
  expect(runs).toBe(1);
  await addSetting.execute(store.db);
  await work(never);
  await work(never);
  expect(runs).toBe(2);
  await transact(store.db, async (trx) => void (await addSetting.execute(trx)));
  await work(never);
  expect(runs).toBe(3);
});

it("runs again for what is written while it runs", async () => {
  const work = afterWrites(store, async () => {
    await looks();
    if (runs === 1) await addSetting.execute(store.db);
  });
  await work(never);
  await work(never);
  await work(never);
  expect(runs).toBe(2);
});

it("runs again after it failed", async () => {
  const work = afterWrites(store, async () => {
    await looks();
    if (runs === 1) throw new Error("the store is full");
  });
  await expect(work(never)).rejects.toThrow("the store is full");
  await work(never);
  expect(runs).toBe(2);
});

it("runs now and then although nothing is written", async () => {
  const work = afterWrites(store, looks);
  for (let round = 0; round < 63; round += 1) await work(never);
  expect(runs).toBe(3);
});

it("runs each time where other processes write, too", async () => {
  const work = afterWrites({}, looks);
  await work(never);
  await work(never);
  expect(runs).toBe(2);
});
