import { sql } from "kysely";
import { expect, it } from "vitest";
import { withCallOrigin } from "#/runtime/call-origin.ts";
import { ping } from "./database.ts";
import { transact } from "#/store/sql/transaction.ts";
import { openTestStore } from "#/testing/stores/store.ts";

it("lends the embedded connection to requests before work beside them, which waits for eight of them at most", async () => {
  const store = await openTestStore();
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = transact(store.db, async () => {
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  const order: string[] = [];
  const ask = async (kind: "person" | "work", name: string) =>
    await withCallOrigin({ kind, name, id: null }, async () => {
      await ping(store.db);
      order.push(name);
    });
  const requests = Array.from({ length: 10 }, (_, at) => `request ${at}`);
  const asked = [ask("work", "work"), ...requests.map((name) => ask("person", name)), ask("work", "more work")];
  held.resolve();
  await Promise.all([holding, ...asked]);
  expect(order).toEqual([...requests.slice(0, 8), "work", ...requests.slice(8), "more work"]);
  await store.close();
});

it("lends it to a request again before work that waits, unless that request has had it for long", async () => {
  const store = await openTestStore();
  const order: string[] = [];
  const twice = async (name: string, forMs: number) =>
    await withCallOrigin({ kind: "person", name, id: null }, async () => {
      for (const query of ["first", "second"]) {
        await sql`select pg_sleep(${forMs / 1000}::float8)`.execute(store.db);
        order.push(`${query} of ${name}`);
      }
    });
  const work = async () =>
    await withCallOrigin({ kind: "work", name: "work", id: null }, async () => {
      await ping(store.db);
      order.push("work");
    });
  await Promise.all([twice("short", 0), work()]);
  await Promise.all([twice("long", 80), work()]);
  expect(order).toEqual(["first of short", "second of short", "work", "first of long", "work", "second of long"]);
  await store.close();
});
