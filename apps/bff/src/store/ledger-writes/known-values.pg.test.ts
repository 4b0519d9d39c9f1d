import { afterAll, expect, test } from "vitest";
import { startTestPostgres } from "#/testing/test-postgres.ts";
import { openTestStoreOn } from "#/testing/test-store.ts";
import { lockFieldMemory, writeFieldMemory } from "./known-values.ts";
import { transact } from "#/store/sql/transaction.ts";

const postgres = await startTestPostgres();
const missing = "missing" in postgres ? postgres.missing : undefined;
afterAll(async () => ("missing" in postgres ? undefined : await postgres[Symbol.asyncDispose]()));

test.skipIf(missing !== undefined)(
  `of many who decide about one field at once on PostgreSQL, each starts from what the one before left${missing === undefined ? "" : ` (${missing})`}`,
  async () => {
    const store = await openTestStoreOn(postgres);
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
  },
);
