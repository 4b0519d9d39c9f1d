import { expect, test } from "vitest";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { lockFieldMemory, writeFieldMemory } from "./known-values.ts";
import { transact } from "#/store/sql/transaction.ts";

describeOnPostgres("what is known of a field, on PostgreSQL", () => {
  test("of many who decide about it at once, each starts from what the one before left", async () => {
    const store = await openTestStoreOnPostgres();
    const at = { connectionId: "con_1", indexId: "idx_1", record: { type: "schedule", id: "sch_1" }, field: "plans" };
    const elements = Array.from({ length: 8 }, (_, number) => `ins_${number}`);
    await Promise.all(
      elements.map((element) =>
        transact(store.db, async (trx) => {
          const { known } = await lockFieldMemory(trx, at);
          await writeFieldMemory(trx, at, { known: { elements: { ...known?.elements, [element]: { value: true } } } });
        }),
      ),
    );
    const { known } = await transact(store.db, (trx) => lockFieldMemory(trx, at));
    expect(Object.keys(known?.elements ?? {}).toSorted()).toEqual(elements);
    await store.close();
  });
});
