import { expect, test } from "vitest";
import { discardUnfinishedSets } from "#/operations/change-sets/open.ts";
import { retryChangeSet } from "#/operations/change-sets/retry.ts";
import { CONNECTION_API } from "#/testing/app.ts";
import { change } from "#/testing/changes.ts";
import { addPlan, createSendingStack, type SendingStack } from "#/testing/sending-stack.ts";
import { openWatchedStore } from "#/testing/stores/watched-store.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import type { Store } from "#/store/engine/database.ts";

test("[S11] what failed of a set is copied by as many queries, in its order, however many changes that are", async () => {
  const { store, asked } = await openWatchedStore();
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

/** More than are copied in two steps. */
const MANY = 230;
const copying = /^\s*insert into change \(id, change_set_id, retry_of_id/;

/** A set of which everything was refused. */
async function allFailed({ app, ...stack }: SendingStack): Promise<{ id: string; version: number; ids: string[] }> {
  const plans = Array.from({ length: MANY }, (_, at) => `ins_new${String(at).padStart(5, "0")}`);
  const [staged = ""] = await stack.applied(plans.map((plan) => addPlan(stack.scheduleId, plan)));
  app.sandbox.faults.arm({ kind: "status", status: 422, method: "POST", times: 1, phase: "before", ms: 0 });
  await stack.pass();
  const [first] = await stack.rows([staged]);
  const id = first?.change_set_id ?? "";
  const failed = await selectChangesOfSet(app.deps.store.db, id, ["failed"]);
  expect(failed).toHaveLength(MANY);
  const row = await selectChangeSet(app.deps.store.db, app.deps.connection.id, id);
  // Their copies are approved as they are written.
  const settings = { required: 1, ownCounts: true };
  expect((await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, settings)).status).toBe(200);
  return { id, version: row?.version ?? 0, ids: failed.map((change) => change.id) };
}

const copiesIn = async ({ db }: Store) =>
  await db.selectFrom("change").select(["retry_of_id", "state"]).where("retry_of_id", "is not", null).execute();

test("[S11] many that failed are copied in bounded steps, once where two people retry them at once", async () => {
  const { store, written, onWritten } = await openWatchedStore(copying);
  await using stack = await createSendingStack({ store });
  const { app } = stack;
  const { id, version, ids } = await allFailed(stack);
  const alone: (Response | Promise<Response>)[] = [];
  onWritten(() => {
    if (alone.length === 0) alone.push(app.signedIn("POST", `${CONNECTION_API}/changes/${ids.at(-1)}/send`));
  });
  const both = await Promise.allSettled([1, 2].map(async () => await retryChangeSet(app.context, id, version)));
  expect(written).toEqual([100, 100, 30]);
  const [retry, other] = both;
  if (retry?.status !== "fulfilled") throw new Error("The first was refused.");
  expect(retry.value).toMatchObject({ retryOf: id, counts: { total: MANY } });
  expect(other).toMatchObject({ status: "rejected", reason: { code: "in_progress" } });
  expect(await (await alone[0])?.json()).toMatchObject({ code: "in_progress" });
  const copies = await selectChangesOfSet(store.db, retry.value.id);
  expect(copies.map((copy) => copy.retry_of_id)).toEqual(ids);
  const set = await (await app.signedIn("GET", `${CONNECTION_API}/change-sets/${id}`)).json();
  expect(set).toMatchObject({ retriedBy: [retry.value.id], counts: { retried: MANY } });
  expect((await retryChangeSet(app.context, id, version)).id).toBe(retry.value.id);
  expect(await copiesIn(store)).toHaveLength(MANY);
});

test.each([1, 3])(
  "[S11] a retry of many whose process ends after step %i is there for nobody, and gone after the next start",
  async (steps) => {
    const { store, written, onWritten, kill, startAgain } = await openWatchedStore(copying);
    await using stack = await createSendingStack({ store });
    const { app } = stack;
    const { id, version } = await allFailed(stack);
    const read = async () => {
      const paths = [`/change-sets/${id}`, `/change-sets/${id}/changes`, "/change-sets", "/inbox"];
      const answers = paths.map(async (path) => await (await app.signedIn("GET", `${CONNECTION_API}${path}`)).json());
      return await Promise.all(answers);
    };
    const journalled = async () => (await store.db.selectFrom("journal").select("subject").execute()).length;
    const [before, entries] = [await read(), await journalled()];
    onWritten(() => {
      if (written.length === steps) kill();
    });
    await expect(retryChangeSet(app.context, id, version)).rejects.toThrow("ended");
    startAgain();
    const copies = await copiesIn(store);
    expect(copies.map(({ state }) => state)).toEqual(
      Array.from({ length: Math.min(100 * steps, MANY) }, () => "approved"),
    );
    expect(await read(), "whoever looks finds nothing of it").toEqual(before);
    await expect(retryChangeSet(app.context, id, version)).rejects.toMatchObject({ code: "in_progress" });
    await discardUnfinishedSets(app.deps);
    expect(await copiesIn(store)).toEqual([]);
    expect(await store.db.selectFrom("change_set").select("id").execute()).toEqual([{ id }]);
    expect([await read(), await journalled()]).toEqual([before, entries]);
    expect(await retryChangeSet(app.context, id, version)).toMatchObject({ retryOf: id, counts: { total: MANY } });
  },
);
