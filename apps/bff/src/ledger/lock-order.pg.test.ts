import { expect, test } from "vitest";
import { createTestApp } from "#/testing/app.ts";
import { createDirectory, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { transact } from "#/store/sql/transaction.ts";
import { lockIndexVersion } from "#/store/tables/directories/index-versions.ts";
import { withLedger } from "./with-ledger.ts";

describeOnPostgres("two transactions on the changes of the same directories", () => {
  test("what becomes live does not wait for an apply that has begun", async () => {
    await using app = await createTestApp({ store: await openTestStoreOnPostgres() });
    const { indexId } = await createDirectory(app);
    const record = { type: "schedule", id: sampleSchedules(app, 1)[0] ?? "" };
    const begun = Promise.withResolvers<void>();
    const live = Promise.withResolvers<void>();
    const applying = transact(app.deps.store.db, async (trx) => {
      await lockIndexVersion(trx, app.deps.connection.id, indexId, "share");
      begun.resolve();
      await live.promise;
    });
    await begun.promise;
    const becomesLive = withLedger(app.deps, async (ledger) => ledger.markServed(indexId, record)).finally(
      live.resolve,
    );
    await expect(Promise.all([becomesLive, applying])).resolves.toHaveLength(2);
  });

  test("of several directories both change all, in whatever order they name them", async () => {
    await using app = await createTestApp({ store: await openTestStoreOnPostgres() });
    const record = { type: "schedule", id: sampleSchedules(app, 1)[0] ?? "" };
    const ids: string[] = [];
    for (const name of ["Ash", "Elm", "Oak", "Yew"]) ids.push((await createDirectory(app, { name })).indexId);
    const change = async (order: readonly string[]) =>
      await withLedger(app.deps, async (ledger) => {
        for (const indexId of order) ledger.markOverridesChanged(indexId, record);
      });
    for (let round = 0; round < 12; round++)
      await expect(Promise.all([change(ids), change(ids.toReversed())])).resolves.toHaveLength(2);
  });
});
