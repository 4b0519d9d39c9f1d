import { journalText } from "@dc/directory";
import { selectReadings } from "#/store/tables/records/readings.ts";
import { expect, test } from "vitest";
import { createTestApp } from "#/testing/app.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { changeReasonText, selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { createSender } from "./sender.ts";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { decide } from "#/operations/decisions/decide.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { selectOverrides } from "#/store/tables/changes/overrides.ts";
import { selectNewestReceipts } from "#/store/tables/changes/receipts.ts";
import { json } from "#/store/sql/json.ts";
import {
  addPlan,
  createSendingStack,
  expectDerivedOverrides,
  INDEX,
  type SendingStack,
} from "#/testing/sending-stack.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { nameField } from "#/testing/name-field.ts";

async function newestReceipt({ app }: SendingStack, id: string | undefined) {
  return (await selectNewestReceipts(app.deps.store.db, [id ?? ""])).get(id ?? "");
}

async function createSibling({ app }: SendingStack): Promise<string> {
  const made = await app.deps.service.client.indexVersions.create({ name: "Sibling" });
  if (made.outcome !== "done") throw new Error("the sandbox made no index version");
  const now = app.clock.now();
  await app.deps.store.db
    .insertInto("index_version")
    .values({
      connection_id: app.deps.connection.id,
      id: made.value.id,
      label: "Sibling",
      search: "sibling",
      origin: "created",
      created_at: now,
      created_by: json(app.context.actor),
    })
    .execute();
  return made.value.id;
}

/** Changes base through the sandbox's control API. */
async function drift({ app, scheduleId }: SendingStack, plans: string[] | null): Promise<void> {
  const { profile } = app.deps.service;
  const set =
    plans === null
      ? profile.encode("schedule", {}, "name", "Moved elsewhere")
      : profile.encode("schedule", {}, "acceptedInsurances", plans);
  await app.control("/drift", { changes: [{ type: "schedule", id: scheduleId, set }] });
}

test("the first change of an index looks at one sibling too, and proves that it did not move", async () => {
  await using stack = await createSendingStack();
  const sibling = await createSibling(stack);
  const ids = await stack.applied([addPlan(stack.scheduleId, stack.plans[0] ?? "")]);
  await stack.pass();
  expect(await newestReceipt(stack, ids[0])).toMatchObject({
    as_wanted: true,
    base_moved: "none",
    sibling_index_id: sibling,
    sibling_moved: "none",
  });
});

test("[A1] a standard index that moves meanwhile is reported as moved on its own", async () => {
  await using stack = await createSendingStack();
  const ids = await stack.applied([addPlan(stack.scheduleId, stack.plans[0] ?? "")]);
  await stack.pass({ onStep: async (step) => (step === "after send" ? await drift(stack, null) : undefined) });
  expect(await newestReceipt(stack, ids[0])).toMatchObject({ as_wanted: true, base_moved: "own" });
  expect(
    await stack.app.deps.store.db
      .selectFrom("journal")
      .select("subject")
      .where("action", "=", "change.alarm")
      .orderBy("seq")
      .execute(),
  ).toEqual([]);
});

test("a standard index that takes our value raises the alarm in the journal", async () => {
  await using stack = await createSendingStack();
  const [plan = ""] = stack.plans;
  const wanted = [...(await stack.insurances()), plan];
  const ids = await stack.applied([addPlan(stack.scheduleId, plan)]);
  await stack.pass({ onStep: async (step) => (step === "after send" ? await drift(stack, wanted) : undefined) });
  expect(await newestReceipt(stack, ids[0])).toMatchObject({ base_moved: "ours" });
  const alarms = await stack.app.deps.store.db
    .selectFrom("journal")
    .select(["subject", "message"])
    .where("action", "=", "change.alarm")
    .orderBy("seq")
    .execute();
  expect(alarms.map(({ subject, message }) => ({ subject, sentence: message && journalText(message) }))).toEqual([
    {
      subject: ids[0],
      sentence: `Alarm: the value sent to ${INDEX} was also written to idx_standard, for schedule ${stack.scheduleId}`,
    },
  ]);
});

test.each([
  ["did not move", "none", "nothing", false],
  ["moved on its own", "own", "its name", false],
  ["took our value", "ours", "our value", false],
  ["took our value, and was read since", "ours", "our value", true],
] as const)(
  "a change whose reply was lost has a receipt like any other: the standard index %s, the sibling did not",
  async (_title, moved, drifts, isReadSince) => {
    await using stack = await createSendingStack();
    const { app, scheduleId, plans } = stack;
    const sibling = await createSibling(stack);
    const [plan = ""] = plans;
    const wanted = [...(await stack.insurances()), plan];
    const ids = await stack.applied([addPlan(scheduleId, plan)]);
    app.sandbox.faults.arm({ kind: "reset-after", method: "POST", times: 1, phase: "after", ms: 0 });
    await stack.pass();
    expect(await stack.rows(ids)).toMatchObject([{ state: "unknown" }]);
    if (drifts !== "nothing") await drift(stack, drifts === "our value" ? wanted : null);
    app.clock.advance(1_000);
    if (isReadSince)
      await refreshReading(app.deps, { indexId: "idx_standard", type: "schedule", id: scheduleId, maxAge: 0 });
    app.clock.advance(1_000);
    await stack.pass();
    expect(await stack.rows(ids)).toMatchObject([
      moved === "ours"
        ? { state: "unknown", try_after: null, reason: { code: "alarm", params: { isInIndex: true } } }
        : { state: "applied", settled_as: "read" },
    ]);
    expect(await newestReceipt(stack, ids[0])).toMatchObject({
      as_wanted: true,
      base_moved: moved,
      sibling_index_id: sibling,
      sibling_moved: "none",
    });
    const alarms = app.deps.store.db.selectFrom("journal").select("subject").where("action", "=", "change.alarm");
    expect(await alarms.execute()).toEqual(moved === "ours" ? [{ subject: ids[0] }] : []);
  },
);

test("what the index says already is applied without a write", async () => {
  await using stack = await createSendingStack();
  const [plan = ""] = stack.plans;
  const ids = await stack.applied([addPlan(stack.scheduleId, plan)]);
  const { client } = stack.app.deps.service;
  const { raw } = await client.records.retrieve("schedule", stack.scheduleId, { index: INDEX });
  await client.writes.updateRecord({
    type: "schedule",
    id: stack.scheduleId,
    index: INDEX,
    fields: { acceptedInsurances: { value: [...(await stack.insurances()), plan] } },
    current: raw,
  });
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied", settled_as: "found", attempt: 0 }]);
  expect(stack.written()).toHaveLength(1);
  await expectDerivedOverrides(stack.app);
});

test("a deletion is sent, and proved by the record being gone here and only here", async () => {
  await using stack = await createSendingStack();
  const { app, scheduleId } = stack;
  const ids = await stack.applied([
    { record: { type: "schedule", id: scheduleId }, operation: { op: "delete" }, policy: "pin", evidence: null },
  ]);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied" }]);
  expect(await newestReceipt(stack, ids[0])).toMatchObject({
    intended: { absent: true },
    read_back: { absent: true },
    base_moved: "none",
  });
  await expect(
    app.deps.service.client.records.retrieve("schedule", scheduleId, { index: INDEX }),
  ).rejects.toMatchObject({ status: 404 });
  expect(
    (await app.deps.service.client.records.retrieve("schedule", scheduleId, { index: "idx_standard" })).status,
  ).toBe(200);
});

test("the standard index is never written to", async () => {
  await using stack = await createSendingStack();
  await stack.applied([
    addPlan(stack.scheduleId, stack.plans[0] ?? ""),
    { ...addPlan(stack.scheduleId, ""), field: "name", operation: { op: "set", value: "New name" } },
  ]);
  await stack.pass();
  expect(stack.written()).toEqual([{ index: INDEX, path: expect.any(String) }]);
});

test("a base that moved is kept out or taken: keep ours moves the baseline, take base writes the standard value and ends the override", async () => {
  await using stack = await createSendingStack();
  const { app, scheduleId } = stack;
  const name = (operation: { op: "set"; value: string }) => ({ ...addPlan(scheduleId, ""), field: "name", operation });
  await stack.applied([name({ op: "set", value: "Ours" })]);
  await stack.pass();
  await drift(stack, null);
  await refreshReading(app.deps, { indexId: "idx_standard", type: "schedule", id: scheduleId, maxAge: 0 });
  const decision = { indexId: INDEX, record: { type: "schedule", id: scheduleId }, field: "name", evidence: null };
  expect(await decide(app.context, { ...decision, decision: "keep ours" })).toMatchObject({ outcome: "done" });
  await expect(decide(app.context, { ...decision, decision: "keep ours" })).rejects.toMatchObject({
    code: "wrong_state",
  });
  const { changes } = await decide(app.context, { ...decision, decision: "take base" });
  expect(changes).toMatchObject([{ operation: { op: "takeBase", to: { value: "Moved elsewhere" } }, state: "draft" }]);
  const { version } = await app.deps.store.db
    .selectFrom("change_set")
    .select("version")
    .where("id", "=", changes[0]?.changeSetId ?? "")
    .executeTakeFirstOrThrow();
  await applyChangeSet(app.context, changes[0]?.changeSetId ?? "", { version, evidence: testEvidence });
  app.clock.advance(5_000);
  await stack.pass();
  expect(await stack.rows(changes.map(({ id }) => id))).toMatchObject([{ state: "applied" }]);
  expect(await selectOverrides(app.deps.store.db, app.deps.connection.id, INDEX)).toEqual([]);
});

test("a refused change keeps every reason that the service listed", async () => {
  await using app = await createTestApp({ sandbox: { spelling: "seed:1", writes: true }, profile: "of the sandbox" });
  const { profile, client } = app.deps.service;
  const scheduleId = app.sandbox.samples.roster.trim().split("\n").slice(1)[0]?.split(",")[0] ?? "";
  const indexId = profile.data.indexes.test ?? "";
  const schedule = await client.records.retrieve("schedule", scheduleId, { index: indexId });
  const id = (await client.records.follow(schedule, "practitioner"))?.id ?? "";
  const staged = await stageChanges(app.context, {
    indexId,
    changes: [
      {
        record: { type: "practitioner", id },
        field: nameField(app),
        operation: { op: "set", value: "x".repeat(1_001) },
        policy: "pin",
        evidence: null,
      },
    ],
  });
  const { id: setId, version } = staged.changeSet;
  await applyChangeSet(app.context, setId, { version, evidence: testEvidence });
  app.clock.advance(5_000);
  await createSender(app.deps).runDue();
  const [row] = await selectChangesOfSet(app.deps.store.db, setId);
  const { words } = row ?? {};
  expect(row?.state).toBe("failed");
  expect(words).toMatchObject({ message: "The request is not valid.", details: [{ code: null }] });
  expect(words?.details?.[0]?.words).toBe("At most 1000 characters.");
  const field = words?.details?.[0]?.field ?? "";
  expect(field).not.toBe("");
  expect(row === undefined ? "" : changeReasonText(row)).toBe(
    `The service refused the change: The request is not valid. ${field}: At most 1000 characters.`,
  );
});

test("what was read back after a write is kept with its receipt", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const [plan = ""] = plans;
  await stack.applied([addPlan(scheduleId, plan)]);
  await stack.pass();
  const record = { type: "schedule", id: scheduleId };
  const [kept] = await selectReadings(app.deps.store.db, app.deps.connection.id, [{ indexId: INDEX, record }]);
  expect(kept?.raw_text).toContain(plan);
});
