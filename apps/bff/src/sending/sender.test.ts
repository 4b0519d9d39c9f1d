import { expect, test } from "vitest";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { selectNextDueAt } from "#/store/tables/changes/change-set-leases.ts";
import { changeReasonText, selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { selectOverrides } from "#/store/tables/changes/overrides.ts";
import { createTestApp, type TestApp } from "#/testing/app.ts";
import { endLease } from "#/store/lease.ts";
import { createSendingStack } from "#/testing/sending-stack.ts";
import { takeChangeSet } from "./lease.ts";
import { createSender } from "./sender.ts";
import { testEvidence } from "#/testing/evidence.ts";

const TEST_INDEX = "idx_test_mode_custom";

async function sampleSchedule({ sandbox }: TestApp): Promise<string> {
  const id = sandbox.samples.roster.split(/\s+/).find((word) => word.startsWith("sch_"));
  if (id === undefined) throw new Error("the sample roster names no schedule");
  return id.split(",")[0] ?? id;
}

async function unacceptedPlan({ sandbox, deps }: TestApp, scheduleId: string): Promise<string> {
  const { raw } = await deps.service.client.records.retrieve("schedule", scheduleId, { index: TEST_INDEX });
  const has = JSON.stringify(raw);
  const plan = sandbox.samples.plans.match(/ins_[0-9A-Za-z]+/g)?.find((id) => !has.includes(id));
  if (plan === undefined) throw new Error("the schedule takes every plan of the catalogue");
  return plan;
}

function addPlan(id: string, element: string) {
  return {
    record: { type: "schedule", id },
    field: "acceptedInsurances",
    operation: { op: "add" as const, element },
    policy: "pin" as const,
    evidence: {
      reason: "The practice called",
      source: null,
      verifiedOn: "2026-11-19",
      reviewBy: null,
      from: null,
      until: null,
    },
  };
}

test("with the stub an applied change is held, with the reason, and an override stands", async () => {
  await using app = await createTestApp();
  const id = await sampleSchedule(app);
  const staged = await stageChanges(app.context, { indexId: TEST_INDEX, changes: [addPlan(id, "ins_new00001")] });
  expect(staged.changes).toMatchObject([
    {
      state: "draft",
      field: "acceptedInsurances",
      evidence: { reason: "The practice called", verifiedOn: "2026-11-19" },
    },
  ]);
  const applied = await applyChangeSet(app.context, staged.changeSet.id, {
    version: staged.changeSet.version,
    evidence: testEvidence,
  });
  expect(applied).toMatchObject({ state: "queued", sendAfter: "2026-11-20T09:00:05.000Z" });
  const sender = createSender(app.deps);
  await sender.runDue();
  expect((await selectChangesOfSet(app.deps.store.db, applied.id)).map(({ state }) => state)).toEqual(["queued"]);
  app.clock.advance(5_000);
  await sender.runDue();
  expect(
    (await selectChangesOfSet(app.deps.store.db, applied.id)).map((row) => ({
      state: row.state,
      because: changeReasonText(row),
    })),
  ).toEqual([
    {
      state: "held",
      because:
        "Held because the endpoint for updating a schedule is not documented and the service profile does not define one.",
    },
  ]);
  expect(await selectOverrides(app.deps.store.db, app.deps.connection.id, TEST_INDEX)).toMatchObject([
    { record_id: id, field: "acceptedInsurances", element: "ins_new00001", state: "held" },
  ]);
  expect(app.deps.overlay.of(TEST_INDEX, "schedule", id)?.changes).toHaveLength(1);
});

test("a set that another worker sends is not due before that one's lease ends", async () => {
  await using app = await createTestApp();
  const { db } = app.deps.store;
  const id = await sampleSchedule(app);
  const { changeSet } = await stageChanges(app.context, {
    indexId: TEST_INDEX,
    changes: [addPlan(id, "ins_new00001")],
  });
  await applyChangeSet(app.context, changeSet.id, { version: changeSet.version, evidence: testEvidence });
  app.clock.advance(5_000);
  const lease = await takeChangeSet(app.deps, { changeSetId: changeSet.id, owner: "snd_other", forMs: 60_000 });
  const dueFor = async (owner: string) =>
    (await selectNextDueAt(db, { connectionId: app.deps.connection.id, owner }))?.toISOString();
  expect(await dueFor("snd_other")).toBe("2026-11-20T09:00:05.000Z");
  expect(await dueFor("snd_this")).toBe("2026-11-20T09:01:05.000Z");
  if (lease !== undefined) await endLease(app.deps.store.db, lease);
  expect(await dueFor("snd_this")).toBe("2026-11-20T09:00:05.000Z");
});

test("with the write endpoints an applied change is sent once, read back and proved by a receipt", async () => {
  await using app = await createTestApp({ sandbox: { writes: true }, profile: "with-writes" });
  const id = await sampleSchedule(app);
  const plan = await unacceptedPlan(app, id);
  const staged = await stageChanges(app.context, { indexId: TEST_INDEX, changes: [addPlan(id, plan)] });
  const applied = await applyChangeSet(app.context, staged.changeSet.id, {
    version: staged.changeSet.version,
    evidence: testEvidence,
  });
  app.clock.advance(5_000);
  await createSender(app.deps).runDue();
  expect(await selectChangesOfSet(app.deps.store.db, applied.id)).toMatchObject([
    { state: "applied", attempt: 1, because: null },
  ]);
  const receipts = await app.deps.store.db.selectFrom("receipt").selectAll().execute();
  expect(receipts).toMatchObject([{ as_wanted: true, base_moved: "none", sibling_index_id: null }]);
  const { raw } = await app.deps.service.client.records.retrieve("schedule", id, { index: TEST_INDEX });
  const reading = app.deps.service.profile.decode("schedule", raw)["acceptedInsurances"];
  expect(reading).toMatchObject({ value: expect.arrayContaining([plan]) });
});

test("a clock that is set back by an hour lengthens neither the time to undo nor the wait for another try", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const hour = 3_600_000;
  const [id = ""] = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  app.clock.advance(-1_000);
  await stack.pass();
  expect(await stack.rows([id]), "a second is left").toMatchObject([{ state: "queued" }]);
  app.clock.advance(-hour);
  app.sandbox.faults.arm({ kind: "status", status: 429, method: "POST", times: 1, phase: "before", ms: 0 });
  await stack.pass();
  expect(await stack.rows([id])).toMatchObject([{ state: "deferred", attempt: 1 }]);
  await stack.pass();
  expect(await stack.rows([id]), "it waits for another try").toMatchObject([{ state: "deferred", attempt: 1 }]);
  app.clock.advance(-hour);
  await stack.pass();
  expect(await stack.rows([id])).toMatchObject([{ state: "applied" }]);
});

test("a write that the open circuit stopped is no attempt, and is no late request", async () => {
  let isGone = false;
  await using stack = await createSendingStack({
    service: { retry: { attempts: 1 }, circuit: { failures: 1 } },
    onCall: async (_, call) => {
      if (isGone) throw new TypeError("fetch failed", { cause: new Error("ECONNRESET") });
      return await call();
    },
  });
  const { app, plans, scheduleId } = stack;
  const { records } = app.deps.service.client;
  const [id = ""] = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  await stack.pass({
    onStep: async (step) => {
      if (step !== "before send") return;
      isGone = true;
      await records.retrieve("schedule", scheduleId, { index: TEST_INDEX }).catch(() => undefined);
      isGone = false;
    },
  });
  expect(await stack.rows([id])).toMatchObject([
    { state: "deferred", reason: { code: "not-sent" }, attempt: 0, sent_at: null },
  ]);
  expect(stack.written()).toEqual([]);
  app.clock.advance(60_000);
  await stack.pass();
  expect(await stack.rows([id])).toMatchObject([{ state: "applied", attempt: 1, late_read_at: null }]);
});
