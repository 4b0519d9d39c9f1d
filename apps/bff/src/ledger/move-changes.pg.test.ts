import { afterAll, beforeAll, expect, test } from "vitest";
import { updateChanges } from "#/store/ledger-writes/changes.ts";
import { transact } from "#/store/sql/transaction.ts";
import { selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describeOnPostgres("many changes that move at once, on PostgreSQL", () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({ store: await openTestStoreOnPostgres() });
  });
  afterAll(async () => await testApp[Symbol.asyncDispose]());

  async function stagedSet(): Promise<string> {
    const schedules = sampleSchedules(testApp, 12);
    const { indexId } = await createDirectory(testApp, { roster: schedules.join("\n") });
    const changes = schedules.map((id) => ({
      record: { type: "schedule", id },
      field: "acceptedInsurances",
      operation: { op: "set", value: [] },
      evidence: { reason: "Said so", source: null, verifiedOn: null, reviewBy: null },
    }));
    const answer = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, { changes });
    const { changeSet } = (await answer.json()) as { changeSet: { id: string; version: number } };
    const applied = await testApp.signedIn("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/apply`, {
      version: changeSet.version,
    });
    expect(applied.status).toBe(200);
    return changeSet.id;
  }

  test("they get places in the order in which they were staged, and are held each with its journal row", async () => {
    const id = await stagedSet();
    await testApp.sendDue();
    const rows = await selectChangesOfSet(testApp.deps.store.db, id);
    const staged = rows.toSorted((a, b) => Number(a.staged_order) - Number(b.staged_order));
    expect(staged.map((row) => row.state)).toEqual(staged.map(() => "held"));
    const orders = staged.map((row) => Number(row.approval_order));
    expect(orders).toEqual(orders.toSorted((a, b) => a - b));
    const journal = await testApp.deps.store.db
      .selectFrom("journal")
      .select(["subject", "action"])
      .where("action", "=", "change.held")
      .orderBy("seq")
      .execute();
    expect(journal.map(({ subject }) => subject).toSorted()).toEqual(rows.map((row) => row.id).toSorted());
  });

  test("where one was modified since it was read none of them moves", async () => {
    const { db } = testApp.deps.store;
    const rows = await selectChangesOfSet(db, await stagedSet());
    const [first] = rows;
    if (first === undefined) throw new RangeError("something was staged");
    const stale = [{ ...first, version: first.version - 1 }, ...rows.slice(1)];
    const refused = transact(db, async (trx) => {
      const areMoved = await updateChanges(
        trx,
        stale.map((before) => ({ before, events: ["hold"] as const, set: { try_after: null } })),
        testApp.clock.now(),
      );
      if (!areMoved) throw new Error("one was modified");
    });
    await expect(refused).rejects.toThrow("one was modified");
    const after = await selectChangesOfSet(db, first.change_set_id);
    expect(after.map(({ state, version }) => [state, version])).toEqual(
      rows.map(({ state, version }) => [state, version]),
    );
  });
});
