import { type ChangeSet, StagedChanges } from "@dc/contract";
import { expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { addPlan, createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { evidence, stage } from "#/testing/change-set-requests.ts";
import { insertOutbox } from "#/store/ledger-writes/outbox.ts";
import { transact } from "#/store/sql/transaction.ts";
import { publishLeft } from "./publish-changed.ts";

test("[H5] what could not be published stands in the outbox, and is published later", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const { deps, clock } = app;
  const kept = async () => await deps.store.db.selectFrom("ledger_outbox").select(["index_id", "records"]).execute();
  const published: unknown[] = [];
  let failures = 1;
  deps.events.subscribe("ledger changed", async ({ indexId, records }) => {
    if (failures-- > 0) throw new Error("The process cannot count.");
    published.push({ index_id: indexId, records });
  });
  const record = { type: "schedule", id: scheduleId };
  expect((await stage(stack, { changes: [addPlan(scheduleId, plans[0] ?? "")] })).status).toBe(201);
  expect(await kept()).toEqual([{ index_id: INDEX, records: [record] }]);
  const later = { isStart: false };
  await publishLeft(deps, later, AbortSignal.timeout(60_000));
  expect(published).toEqual([]);
  clock.advance(120_000);
  await publishLeft(deps, later, AbortSignal.timeout(60_000));
  expect(published).toEqual([{ index_id: INDEX, records: [record] }]);
  expect(await kept()).toEqual([]);
});

test("[H5] many entries that cannot be published are each tried once, and kept", async () => {
  await using stack = await createSendingStack();
  const { deps, clock } = stack.app;
  const records = [{ type: "schedule", id: stack.scheduleId }];
  const connectionId = deps.connection.id;
  const parts = Array.from({ length: 45 }, () => ({ indexId: INDEX, records }));
  const ids = await transact(deps.store.db, (trx) => insertOutbox(trx, { connectionId, at: clock.now() }, parts));
  let tried = 0;
  deps.events.subscribe("ledger changed", async () => {
    tried += 1;
    throw new Error("The process cannot count.");
  });
  clock.advance(120_000);
  await publishLeft(deps, { isStart: false }, AbortSignal.timeout(60_000));
  expect(tried).toBe(45);
  const kept = await deps.store.db.selectFrom("ledger_outbox").select("id").orderBy("id").execute();
  expect(kept.map(({ id }) => String(id))).toEqual(ids);
});

test("[V11] a change that stays what is previewed is not counted again", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const changes = [{ ...addPlan(scheduleId, plans[0] ?? ""), evidence }];
  const staged = StagedChanges.parse(await (await stage(stack, { changes })).json());
  const path = `${CONNECTION_API}/change-sets/${staged.changeSet.id}`;
  const act = async (verb: string, chosen: object = {}) => {
    const { version } = (await (await app.signedIn("GET", path)).json()) as ChangeSet;
    expect((await app.signedIn("POST", `${path}/${verb}`, { version, ...chosen })).status).toBe(200);
  };
  const counted: string[] = [];
  let verb = "submit";
  app.deps.events.subscribe("ledger changed", () => Promise.resolve(void counted.push(verb)));
  await act("submit");
  verb = "reopen";
  await act("reopen", { changeIds: staged.changeIds });
  expect(counted).toEqual(["reopen"]);
});
