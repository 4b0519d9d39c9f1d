import { expect, test } from "vitest";
import { retryChangeSet } from "#/operations/change-sets/retry.ts";
import { CONNECTION_API } from "#/testing/app.ts";
import { change } from "#/testing/changes.ts";
import { createSendingStack } from "#/testing/sending-stack.ts";
import { openNewTestStore } from "#/testing/stores/store.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectChangesOfSet } from "#/store/tables/changes/changes.ts";

test("[S11] what failed of a set is copied by as many queries, in its order, however many changes that are", async () => {
  const asked: string[] = [];
  const store = await openNewTestStore((engine) => ({
    ...engine,
    async query(text, parameters) {
      asked.push(text);
      return await engine.query(text, parameters);
    },
    close: async () => await engine.close(),
  }));
  await using stack = await createSendingStack({ store });
  const { app, scheduleId } = stack;
  const settings = { required: 1, ownCounts: true };
  const retried = async (fields: readonly [name: string, value: string][]) => {
    const record = { type: "schedule", id: scheduleId };
    const changes = fields.map(([field, value]) => change(record, field, { op: "set", value }));
    const ids = await stack.applied(changes);
    app.sandbox.faults.arm({ kind: "status", status: 422, method: "POST", times: 1, phase: "before", ms: 0 });
    await stack.pass();
    const failed = await stack.rows(ids);
    expect(failed.map(({ state }) => state)).toEqual(fields.map(() => "failed"));
    const id = failed[0]?.change_set_id ?? "";
    const row = await selectChangeSet(store.db, app.deps.connection.id, id);
    expect((await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, settings)).status).toBe(200);
    asked.length = 0;
    const retry = await retryChangeSet(app.context, id, row?.version ?? 0);
    const copies = await selectChangesOfSet(store.db, retry.id);
    expect(copies.map((copy) => copy.retry_of_id)).toEqual(ids);
    expect(
      (await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { ...settings, required: 0 })).status,
    ).toBe(200);
    return asked.filter((text) => /^\s*(insert into|update) "?(change|approval|change_revert)"? /.test(text)).length;
  };
  const one = await retried([["name", "Ours"]]);
  app.clock.advance(60_000);
  await stack.pass();
  const many = await retried([
    ["name", "Other"],
    ["timeZone", "Asia/Tokyo"],
  ]);
  expect([one > 0, many]).toEqual([true, one]);
});
