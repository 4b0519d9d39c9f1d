import { CONNECTION_API } from "#/testing/app.ts";
import type { Alarm, Change } from "@dc/contract";
import { expect, test } from "vitest";
import { createSender } from "#/sending/sender.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { json } from "#/store/sql/json.ts";
import { transact } from "#/store/sql/transaction.ts";
import { insertChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectNewestReceipts } from "#/store/tables/changes/receipts.ts";
import { QUIET_MS } from "#/testing/changes.ts";
import { addPlan, createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";

type Deviation = "write-leaks" | "write-leaks-to-indices" | null;

async function deviate({ app }: SendingStack, deviation: Deviation): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const answer = await app.sandbox.control.request("/dials", { method: "PUT", body: json({ deviation }), headers });
  expect(answer.status).toBe(200);
}

function schedulesOf({ app }: SendingStack): string[] {
  return [...new Set(app.sandbox.samples.roster.match(/sch_[0-9A-Za-z]+/g) ?? [])];
}

/** Adopts another index of the developer. */
async function knowIndex({ app }: SendingStack, name: string): Promise<string> {
  const made = await app.deps.service.client.indexVersions.create({ name });
  if (made.outcome !== "done") throw new Error("the sandbox made no index version");
  const [search, now] = [name.toLowerCase(), app.clock.now()];
  await app.deps.store.db
    .insertInto("index_version")
    .values({
      connection_id: app.deps.connection.id,
      id: made.value.id,
      label: name,
      search,
      origin: "created",
      created_at: now,
      created_by: json(app.context.actor),
    })
    .execute();
  return made.value.id;
}

async function call<T>(
  { app }: SendingStack,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<[number, T]> {
  const answer = await app.signedIn(method, `${CONNECTION_API}${path}`, body);
  // The tests of the OpenAPI document check the response against its schema.
  return [answer.status, (await answer.json()) as T];
}

async function alarmsOf(stack: SendingStack): Promise<Alarm[]> {
  const [, { items }] = await call<{ items: Alarm[] }>(stack, "GET", "/alarms");
  return items;
}

async function passes(stack: SendingStack, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    await stack.pass();
    stack.app.clock.advance(15_000);
  }
}

const setName = (id: string, value: string) => ({
  ...addPlan(id, ""),
  field: "name",
  operation: { op: "set", value } as const,
});

test("[A1] [A2] a write that leaks into base stops the sending: the set and every other one wait until a person settles it and resumes", async () => {
  await using stack = await createSendingStack();
  const [one = "", two = "", three = ""] = schedulesOf(stack);
  await deviate(stack, "write-leaks");
  const ids = await stack.applied([setName(one, "Leaked"), setName(two, "Not sent yet")]);
  const others = await stack.applied([setName(three, "Of another set")]);
  await passes(stack, 2);
  expect(await stack.rows([...ids, ...others])).toMatchObject([
    { state: "unknown", try_after: null, reason: { code: "alarm", params: { indices: ["idx_standard"] } } },
    { state: "deferred", try_after: null, reason: { code: "sending-stopped" } },
    { state: "deferred", try_after: null, reason: { code: "sending-stopped" } },
  ]);
  expect(stack.written()).toHaveLength(1);

  // Neither a reading, a restart nor another worker settles it or sends anything.
  await deviate(stack, null);
  for (const indexId of [INDEX, "idx_standard"])
    await refreshReading(stack.app.deps, { indexId, type: "schedule", id: one, maxAge: 0 });
  await stack.restart();
  await passes(stack, 3);
  await createSender(stack.app.deps, { quietMs: QUIET_MS, deferMs: QUIET_MS }).runDue();
  expect(await stack.rows(ids)).toMatchObject([{ state: "unknown" }, { state: "deferred" }]);
  expect(stack.written()).toHaveLength(1);
  const asked = await call<{ code: string }>(stack, "POST", `/changes/${ids[1] ?? ""}/send`);
  expect(asked).toMatchObject([409, { code: "wrong_state" }]);

  const [alarm] = await alarmsOf(stack);
  expect(alarm).toMatchObject({
    index: { id: INDEX },
    record: { type: "schedule", id: one },
    takenBy: [{ id: "idx_standard" }],
    changes: [{ id: ids[0], isInIndex: true }],
    settled: null,
  });
  const [, changes] = await call<{ items: Change[] }>(stack, "GET", `/change-sets/${alarm?.changeSetId ?? ""}/changes`);
  expect(ids.map((id) => changes.items.find((change) => change.id === id)?.alarmId)).toEqual([alarm?.id, null]);
  const settle = (body: object) =>
    call<Partial<{ code: string }>>(stack, "POST", `/alarms/${alarm?.id ?? ""}/settle`, body);
  expect(await settle({ answer: "kept", reason: " " })).toMatchObject([400, { errors: [{ pointer: "/reason" }] }]);
  expect(await call(stack, "POST", "/sending/resume")).toMatchObject([409, { code: "wrong_state" }]);
  expect(await settle({ answer: "kept", reason: "The practice wants it everywhere" })).toMatchObject([
    200,
    { alarm: { settled: { answer: "kept", reason: "The practice wants it everywhere" } }, draftId: null },
  ]);
  expect(await settle({ answer: "not ours", reason: "Again" })).toMatchObject([409, { code: "wrong_state" }]);
  await passes(stack, 2);
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied", settled_as: "person" }, { state: "deferred" }]);
  expect(stack.written()).toHaveLength(1);

  expect(await call(stack, "POST", "/sending/resume")).toEqual([200, { items: [] }]);
  await passes(stack, 2);
  expect(await stack.rows([...ids, ...others])).toMatchObject([
    { state: "applied" },
    { state: "applied" },
    { state: "applied" },
  ]);
  expect(stack.written()).toHaveLength(3);
  const [, told] = await call<{ items: { action: string; sentence: string; why: string | null }[] }>(
    stack,
    "GET",
    "/activity?limit=50",
  );
  const sentences = told.items.map(({ sentence, why }) => `${sentence}${why === null ? "" : ` (${why})`}`);
  expect(sentences).toContain(`Sending stopped: a value sent to ${INDEX} was also written to idx_standard`);
  expect(sentences).toContain(
    `Ada Admin settled the isolation alarm on ${INDEX}: the other value is kept (The practice wants it everywhere)`,
  );
  expect(sentences).toContain("Ada Admin resumed sending after an isolation alarm");
});

test("[A6] a write that leaks into a sibling is found by the one that does not say it yet and that nothing of ours writes", async () => {
  await using stack = await createSendingStack();
  const [one = ""] = schedulesOf(stack);
  const siblings = [await knowIndex(stack, "First"), await knowIndex(stack, "Second"), await knowIndex(stack, "Third")];
  const [saysIt = "", isWritten = "", proves = ""] = siblings;
  const { client } = stack.app.deps.service;
  const { raw } = await client.records.retrieve("schedule", one, { index: saysIt });
  await client.writes.updateRecord({
    type: "schedule",
    id: one,
    index: saysIt,
    fields: { name: { value: "Leaked" } },
    current: raw,
  });
  // The others were read longer ago, so that this one and the next would be chosen first.
  for (const indexId of [proves, isWritten, saysIt]) {
    stack.app.clock.advance(1_000);
    await refreshReading(stack.app.deps, { indexId, type: "schedule", id: one, maxAge: 0 });
  }
  const ids = await stack.applied([setName(one, "Leaked")]);
  const now = stack.app.clock.now();
  const { id: another } = await transact(stack.app.deps.store.db, (trx) =>
    insertChangeSet(trx, {
      id: "set_0000000000000001",
      connection_id: stack.app.deps.connection.id,
      created_by: json(stack.app.context.actor),
      created_at: now,
    }),
  );
  const copied = await stack.app.deps.store.db
    .selectFrom("change")
    .selectAll()
    .where("id", "=", ids[0] ?? "")
    .executeTakeFirstOrThrow();
  await stack.app.deps.store.db
    .insertInto("change")
    .values({
      id: "chg_0000000000000001",
      connection_id: copied.connection_id,
      change_set_id: another,
      index_id: isWritten,
      record_type: "schedule",
      record_id: one,
      field: "name",
      kind: "text",
      operation: json(copied.operation),
      policy: "pin",
      state: "deferred",
      approval_order: 99,
      created_by: json(stack.app.context.actor),
      created_at: now,
      updated_at: now,
    })
    .execute();
  await deviate(stack, "write-leaks-to-indices");
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([
    { state: "unknown", reason: { code: "alarm", params: { indices: [proves], isInIndex: true } } },
  ]);
  const receipt = (await selectNewestReceipts(stack.app.deps.store.db, ids)).get(ids[0] ?? "");
  expect(receipt).toMatchObject({ base_moved: "none", sibling_index_id: proves, sibling_moved: "ours" });
});

test.each([
  ["not ours", null],
  ["reset", "set"],
] as const)(
  "an alarm that is settled as %s makes the change applied, and stages what it says",
  async (answer, draft) => {
    await using stack = await createSendingStack();
    const { app, scheduleId, plans } = stack;
    const before = await stack.insurances();
    await deviate(stack, "write-leaks");
    const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
    await stack.pass();
    await refreshReading(app.deps, { indexId: "idx_standard", type: "schedule", id: scheduleId, maxAge: 0 });
    const [alarm] = await alarmsOf(stack);
    const [status, settled] = await call<{ draftId: string | null }>(
      stack,
      "POST",
      `/alarms/${alarm?.id ?? ""}/settle`,
      {
        answer,
        reason: "Looked at both",
      },
    );
    expect([status, await stack.rows(ids)]).toMatchObject([200, [{ state: "applied" }]]);
    expect(settled.draftId).toEqual(draft === null ? null : expect.any(String));
    if (settled.draftId === null) return;
    const [, staged] = await call<{ items: Change[] }>(stack, "GET", `/change-sets/${settled.draftId}/changes`);
    expect(staged.items).toMatchObject([
      {
        operation: { op: "reset", element: plans[0], to: { value: false } },
        state: "draft",
        evidence: { reason: "Looked at both" },
      },
    ]);
    await call(stack, "POST", "/sending/resume");
    const [, set] = await call<{ version: number }>(stack, "GET", `/change-sets/${settled.draftId}`);
    await call(stack, "POST", `/change-sets/${settled.draftId}/apply`, { version: set.version });
    app.clock.advance(5_000);
    await deviate(stack, null);
    await stack.pass();
    expect([...(await stack.insurances())].toSorted()).toEqual([...before].toSorted());
  },
);

test("a worker that is about to send when another one raises an alarm sends nothing", async () => {
  await using stack = await createSendingStack();
  const [one = "", two = ""] = schedulesOf(stack);
  const slow = await stack.applied([setName(two, "Slow")]);
  let isFirst = true;
  let ids: string[] = [];
  await stack.pass({
    onStep: async (step) => {
      if (step !== "before intent" || !isFirst) return;
      isFirst = false;
      await deviate(stack, "write-leaks");
      ids = await stack.applied([setName(one, "Leaked")]);
      await stack.pass();
    },
  });
  expect(await stack.rows([...ids, ...slow])).toMatchObject([
    { state: "unknown", reason: { code: "alarm" } },
    { state: "deferred", reason: { code: "sending-stopped" }, attempt: 0 },
  ]);
  expect(stack.written()).toHaveLength(1);
});

test("[A5] while the reply of the first record is lost, nothing else of the set is sent before it was read everywhere", async () => {
  await using stack = await createSendingStack();
  const [one = "", two = ""] = schedulesOf(stack);
  await deviate(stack, "write-leaks");
  const ids = await stack.applied([setName(one, "Leaked"), setName(two, "Not sent yet")]);
  stack.app.sandbox.faults.arm({ kind: "reset-after", method: "POST", times: 1, phase: "after", ms: 0 });
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([
    { state: "unknown" },
    { state: "deferred", reason: { code: "first-record-open" } },
  ]);
  await passes(stack, 3);
  expect(await stack.rows(ids)).toMatchObject([
    { state: "unknown", reason: { code: "alarm" } },
    { state: "deferred", reason: { code: "sending-stopped" } },
  ]);
  expect(stack.written()).toHaveLength(1);
});
