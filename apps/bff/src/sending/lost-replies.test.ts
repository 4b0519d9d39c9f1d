import { Inbox } from "@dc/contract";
import { expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { settleChange } from "#/operations/changes/settle.ts";
import { sendAgain } from "#/operations/changes/send-again.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { selectNewestReceipts } from "#/store/tables/changes/receipts.ts";
import type { SendStep } from "./sending.ts";
import { QUIET_MS } from "#/testing/changes.ts";
import { journalOf } from "#/testing/directory.ts";
import { addPlan, createSendingStack, expectDerivedOverrides, INDEX } from "#/testing/sending-stack.ts";
import { testEvidence } from "#/testing/evidence.ts";

test("a reply lost after the work is settled by reading, and the write is not repeated", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  app.sandbox.faults.arm({ kind: "reset-after", method: "POST", times: 1, phase: "after", ms: 0 });
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "unknown", attempt: 1 }]);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "unknown" }]);
  app.clock.advance(QUIET_MS);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied", settled_as: "read", attempt: 1, because: null }]);
  expect((await selectNewestReceipts(app.deps.store.db, ids)).get(ids[0] ?? "")).toMatchObject({
    as_wanted: true,
    base_moved: "none",
  });
  expect(stack.written()).toHaveLength(1);
  await expectDerivedOverrides(app);
});

test("a reply lost before the work is found to read as before, and sent once more", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  app.sandbox.faults.arm({ kind: "reset-before", method: "POST", times: 1, phase: "before", ms: 0 });
  await stack.pass();
  app.clock.advance(QUIET_MS);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied", attempt: 2 }]);
  expect(stack.written()).toHaveLength(1);
});

test("a service that fails after the work is settled like a lost reply", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  app.sandbox.faults.arm({ kind: "status", status: 500, phase: "after", method: "POST", times: 1, ms: 0 });
  await stack.pass();
  app.clock.advance(QUIET_MS);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied", settled_as: "read" }]);
  expect(stack.written()).toHaveLength(1);
});

test("attempts are bounded; then somebody has to look, and their word ends it", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  app.sandbox.faults.arm({ kind: "reset-before", method: "POST", times: 5, phase: "before", ms: 0 });
  for (let pass = 0; pass < 5; pass++) {
    await stack.pass({ attempts: 2 });
    app.clock.advance(QUIET_MS);
  }
  expect(await stack.rows(ids)).toMatchObject([
    {
      state: "unknown",
      attempt: 2,
      try_after: null,
      because: "Sent 2 times, but the value has not changed. Review it in the service.",
    },
  ]);
  const kinds = async () => {
    const { items } = Inbox.parse(await (await app.signedIn("GET", `${CONNECTION_API}/inbox`)).json());
    return items.map(({ kind, count }) => [kind, count]);
  };
  expect(await kinds()).toEqual([["unknown", 1]]);
  expect(await settleChange(app.context, ids[0] ?? "", { as: "not applied" })).toMatchObject({ state: "failed" });
  expect(await kinds()).toEqual([["failed", 1]]);
  await expect(settleChange(app.context, ids[0] ?? "", { as: "applied" })).rejects.toMatchObject({
    code: "wrong_state",
  });
  app.sandbox.faults.clear();
  // Whoever sends it again is not the author, who could approve it otherwise.
  const { person } = await app.enter({ name: "Sage Sender", roles: [{ role: "editor", referrers: null }] });
  const context = { ...app.context, actor: { kind: "person" as const, id: person.id, name: person.name } };
  const copy = await sendAgain(context, ids[0] ?? "");
  expect(copy.createdBy).toEqual(app.context.actor);
  expect(await journalOf(app, copy.id)).toContain("change.send-again");
  app.clock.advance(5_000);
  await stack.pass();
  expect(await stack.rows([copy.id])).toMatchObject([{ state: "applied" }]);
  await expectDerivedOverrides(app);
});

test("a third value is for a person", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  app.sandbox.faults.arm({ kind: "reset-before", method: "POST", times: 1, phase: "before", ms: 0 });
  await stack.pass();
  const { client } = app.deps.service;
  const { raw } = await client.records.retrieve("schedule", scheduleId, { index: INDEX });
  await client.writes.updateRecord({
    type: "schedule",
    id: scheduleId,
    index: INDEX,
    fields: { acceptedInsurances: { value: [plans[1] ?? ""] } },
    current: raw,
  });
  app.clock.advance(QUIET_MS);
  const forAPerson = {
    state: "unknown",
    try_after: null,
    because:
      "The record has neither the intended nor the previous value. Review it and say whether the change was applied.",
  };
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([forAPerson]);
  const [id = ""] = ids;
  const because = "Ada Admin asked what became of it. The record is read again shortly.";
  expect(await settleChange(app.context, id, { as: "read" })).toMatchObject({ state: "unknown", because });
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([forAPerson]);
  expect(await settleChange(app.context, id, { as: "applied" })).toMatchObject({ state: "applied" });
});

test("a refusal fails the change with the service's words, and it leaves what the directory says", async () => {
  await using stack = await createSendingStack();
  const { app, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, "ins_unknown01")]);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([
    { state: "failed", words: { status: expect.any(Number), message: expect.any(String) } },
  ]);
  expect(app.deps.overlay.of(INDEX, "schedule", scheduleId)).toBeUndefined();
  await expectDerivedOverrides(app);
});

test("changes that are refused in one request are told to have gone together, and each can be sent again by itself", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, "ins_unknown01"), addPlan(scheduleId, plans[0] ?? "")]);
  await stack.pass();
  for (const { state, because } of await stack.rows(ids))
    expect([state, because]).toEqual([
      "failed",
      expect.stringMatching(/^The service refused all 2 changes of this record, which were sent in one request: /),
    ]);
  await sendAgain(app.context, ids[1] ?? "");
  app.clock.advance(5_000);
  await stack.pass();
  expect(await stack.insurances()).toContain(plans[0]);
});

test("while the service cannot be read, nothing is sent; later it is", async () => {
  await using stack = await createSendingStack({ service: { retry: { attempts: 1 } } });
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  app.sandbox.faults.arm({ kind: "reset-before", method: "GET", times: 1, phase: "before", ms: 0 });
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "deferred", attempt: 0 }]);
  expect(stack.written()).toEqual([]);
  app.clock.advance(QUIET_MS);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied", attempt: 1 }]);
});

const steps: SendStep[] = ["before intent", "before send", "after send", "before outcome"];

test.each(steps)("a worker killed %s loses nothing, and nothing is written twice", async (step) => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? ""), addPlan(scheduleId, plans[1] ?? "")]);
  const kill = (at: SendStep) => {
    if (at === step) throw new Error("killed");
  };
  await expect(stack.pass({ onStep: kill })).rejects.toThrow("killed");
  await stack.restart();
  await stack.pass();
  app.clock.advance(QUIET_MS);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied" }, { state: "applied" }]);
  expect(stack.written()).toEqual([{ index: INDEX, path: expect.stringContaining(scheduleId) }]);
  await expectDerivedOverrides(app);
});

test("a worker that was frozen finds its lease gone and writes nothing more into the ledger", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  const frozen = Promise.withResolvers<void>();
  const thawed = Promise.withResolvers<void>();
  const first = stack.pass({
    leaseMs: 1_000,
    onStep: async (step) => {
      if (step !== "before outcome") return;
      frozen.resolve();
      await thawed.promise;
    },
  });
  await frozen.promise;
  app.clock.advance(1_000);
  await stack.pass();
  app.clock.advance(QUIET_MS);
  await stack.pass();
  const settled = await stack.rows(ids);
  expect(settled).toMatchObject([{ state: "applied", settled_as: "read" }]);
  thawed.resolve();
  await first;
  expect(await stack.rows(ids)).toEqual(settled);
  expect(stack.written()).toHaveLength(1);
});

test("two people who add plans to one schedule both keep theirs", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const before = await stack.insurances();
  const { person: bo } = await app.enter({ name: "Bo", roles: [{ role: "editor", referrers: null }] });
  const other = { ...app.context, actor: { kind: "person" as const, id: bo.id, name: bo.name } };
  const mine = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  const theirs = await stack.applied([addPlan(scheduleId, plans[1] ?? "")], other);
  await stack.pass();
  expect((await stack.rows([...mine, ...theirs])).map(({ state }) => state)).toEqual(["applied", "applied"]);
  expect(await stack.insurances()).toEqual([...before, plans[0], plans[1]]);
  expect(stack.written().map(({ index }) => index)).toEqual([INDEX, INDEX]);
  await expectDerivedOverrides(app);
});

test("a held change that somebody made by hand is settled by the next reading, and K is what was read", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, plans, scheduleId } = stack;
  const plan = plans[0] ?? "";
  const ids = await stack.applied([addPlan(scheduleId, plan)]);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "held" }]);
  const now = await stack.insurances();
  const direct = await app.sandbox.app.request(
    `http://sandbox.invalid/schedules/${scheduleId}`,
    await byHand(stack.app.deps.service.profile, [...now, plan]),
  );
  expect(direct.status).toBe(200);
  await refreshReading(app.deps, { indexId: INDEX, type: "schedule", id: scheduleId, maxAge: 0 });
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied", settled_as: "found" }]);
  const memory = await app.deps.store.db.selectFrom("field_memory").selectAll().execute();
  expect(memory).toMatchObject([{ known: { elements: { [plan]: { value: true } } } }]);
});

test("held changes are sent when the profile has the operation, and only when somebody asks", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  await stack.pass();
  const [held] = await stack.rows(ids);
  await expect(sendAgain(app.context, ids[0] ?? "")).rejects.toMatchObject({ code: "wrong_state" });
  await using other = await createSendingStack();
  const deps = { ...app.deps, service: other.app.deps.service };
  const context = { ...app.context, deps };
  const { createSender } = await import("./sender.ts");
  await createSender(deps).runDue();
  expect(await stack.rows(ids)).toMatchObject([{ state: "held" }]);
  const { version } = await app.deps.store.db
    .selectFrom("change_set")
    .select("version")
    .where("id", "=", held?.change_set_id ?? "")
    .executeTakeFirstOrThrow();
  await applyChangeSet(context, held?.change_set_id ?? "", { version, evidence: testEvidence });
  await createSender(deps).runDue();
  expect([await stack.rows(ids), other.written()]).toMatchObject([[{ state: "deferred", attempt: 0 }], []]);
  app.clock.advance(5_000);
  await createSender(deps).runDue();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied" }]);
});

async function byHand(
  profile: Awaited<ReturnType<typeof createSendingStack>>["app"]["deps"]["service"]["profile"],
  plans: string[],
) {
  const { builtInKey } = await import("@dc/sandbox/app");
  const { headers } = profile.data;
  return {
    method: "POST",
    headers: {
      Authorization: `Basic ${Buffer.from(`${builtInKey}:`).toString("base64")}`,
      [headers.apiVersion.name]: "2026-09-01",
      [headers.index.name]: INDEX,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(profile.encode("schedule", {}, "acceptedInsurances", plans)),
  };
}

test("[Y6] where the index follows base, neither an older reading of base nor one that moved meanwhile proves a write", async () => {
  let beforeCall = (_init: RequestInit) => Promise.resolve();
  await using stack = await createSendingStack({
    sandbox: { writes: true, indexVersions: "overlay-by-field" },
    profile: "of the sandbox",
    service: { retry: { attempts: 1 } },
    onCall: async (init, call) => {
      await beforeCall(init);
      return await call();
    },
  });
  const { app, scheduleId } = stack;
  const baseSays = async (values: object) => {
    const body = JSON.stringify({ type: "schedule", id: scheduleId, set: values });
    expect((await app.sandbox.control.request("/drift", { method: "POST", body })).ok).toBe(true);
  };
  const set = (field: string, value: string): AskedChange => ({
    record: { type: "schedule", id: scheduleId },
    field,
    operation: { op: "set", value },
    policy: "pin",
    evidence: null,
  });
  const sent = () => app.sandbox.ledger.after(0).filter(({ operation }) => operation === "record.update").length;
  const { profile } = app.deps.service;
  /** Acts once before base is read, the first time of all or the first time after the index was read. */
  const beforeBase = (isAfterIndex: boolean, act: () => unknown) => {
    let isNext = !isAfterIndex;
    beforeCall = async (init) => {
      if (init.method !== "GET") return;
      const isBase = new Headers(init.headers).get(profile.data.headers.index.name) === profile.standardIndex;
      if (!isBase) isNext = true;
      else if (isNext) {
        beforeCall = () => Promise.resolve();
        await act();
      }
    };
  };
  const resetNext = () =>
    app.sandbox.faults.arm({ kind: "reset-before", method: "GET", times: 1, phase: "before", ms: 0 });

  const { raw } = await app.deps.service.client.records.retrieve("schedule", scheduleId, {
    index: profile.standardIndex,
  });
  const lost = await stack.applied([set("name", "Wanted")]);
  app.sandbox.faults.arm({ kind: "reset-before", method: "POST", times: 1, phase: "before", ms: 0 });
  await stack.pass();
  await baseSays({ name: "Wanted" });
  for (const isAfterIndex of [false, true]) {
    beforeBase(isAfterIndex, resetNext);
    app.clock.advance(QUIET_MS);
    await stack.pass();
    expect(await stack.rows(lost)).toMatchObject([{ state: "unknown", because: /^Not settled yet/ }]);
  }
  beforeBase(true, () => baseSays({ name: raw["name"] }));
  app.clock.advance(QUIET_MS);
  await stack.pass();
  expect([await stack.rows(lost), sent()]).toMatchObject([[{ state: "applied", settled_as: null, attempt: 2 }], 1]);

  // The same of a value that the index says before it is sent.
  const found = await stack.applied([set("timeZone", "Asia/Tokyo")]);
  await baseSays({ time_zone: "Asia/Tokyo" });
  beforeBase(true, () => baseSays({ time_zone: raw["time_zone"] }));
  await stack.pass();
  expect([await stack.rows(found), sent()]).toMatchObject([[{ state: "applied", settled_as: null, attempt: 1 }], 2]);
});
