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
