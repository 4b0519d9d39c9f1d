import { ChangeSetJob, Inbox } from "@dc/contract";
import { expect, test } from "vitest";
import { resumeSending } from "#/operations/alarms/resume-sending.ts";
import { settleAlarm } from "#/operations/alarms/settle.ts";
import { readChangeSet } from "#/operations/change-sets/list.ts";
import { pauseChangeSet, resumeChangeSet } from "#/operations/change-sets/pause.ts";
import { viewJob } from "#/operations/jobs/view.ts";
import { json } from "#/store/sql/json.ts";
import { selectStandingAlarms } from "#/store/tables/changes/alarms.ts";
import { change, QUIET_MS } from "#/testing/changes.ts";
import { read } from "#/testing/directory.ts";
import { addPlan, createSendingStack, type SendingStack } from "#/testing/sending-stack.ts";

/** A change whose request was lost before it came to the service, in a set that is paused since. */
async function lostAndPaused(stack: SendingStack, id = stack.scheduleId) {
  const { app, plans } = stack;
  const ids = await stack.applied([addPlan(id, plans[0] ?? "")]);
  app.sandbox.faults.arm({ kind: "reset-before", method: "POST", times: 1, phase: "before", ms: 0 });
  await stack.pass();
  const [row] = await stack.rows(ids);
  const setId = row?.change_set_id ?? "";
  const turn = async (to: typeof pauseChangeSet) =>
    await to(app.context, setId, (await readChangeSet(app.context, setId)).version);
  await turn(pauseChangeSet);
  return { ids, setId, turn };
}

test("the job of a paused set is paused while a lost reply of it is to be sent again", async () => {
  await using stack = await createSendingStack();
  const { ids, setId, turn } = await lostAndPaused(stack);
  stack.app.clock.advance(QUIET_MS);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "unknown", try_after: null }]);
  const job = await viewJob(stack.app.context, setId);
  expect(ChangeSetJob.parse(job)).toMatchObject({ state: "paused", sent: 0, left: 1 });
  await turn(resumeChangeSet);
  await stack.pass();
  expect(await viewJob(stack.app.context, setId)).toMatchObject({ state: "done", sent: 1, left: 0 });
});

test("[S17] a lost reply that is read while its set is resumed is sent again", async () => {
  await using stack = await createSendingStack();
  const { ids, turn } = await lostAndPaused(stack);
  stack.app.clock.advance(QUIET_MS);
  await stack.pass({
    onStep: async (step) => {
      if (step === "before settle") await turn(resumeChangeSet);
    },
  });
  stack.app.clock.advance(QUIET_MS);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied", attempt: 2 }]);
});

test("[A2] a lost reply that reads as before under an alarm is no person's, and is sent again once sending is resumed", async () => {
  await using stack = await createSendingStack();
  const { app } = stack;
  const [, other = ""] = [...new Set(app.sandbox.samples.roster.match(/sch_[0-9A-Za-z]+/g) ?? [])];
  const ids = await stack.applied([addPlan(stack.scheduleId, stack.plans[0] ?? "")]);
  await stack.applied([change({ type: "schedule", id: other }, "name", { op: "set", value: "Leaked" })]);
  const dial = async (deviation: string | null) => {
    const headers = { "Content-Type": "application/json" };
    await app.sandbox.control.request("/dials", { method: "PUT", body: json({ deviation }), headers });
  };
  await dial("write-leaks");
  app.sandbox.faults.arm({ kind: "reset-before", method: "POST", times: 1, phase: "before", ms: 0 });
  await stack.pass();
  await dial(null);
  app.clock.advance(QUIET_MS);
  await stack.pass();
  const [row] = await stack.rows(ids);
  expect(row).toMatchObject({ state: "unknown", try_after: null, attempt: 1 });
  const setId = row?.change_set_id ?? "";
  expect(await readChangeSet(app.context, setId)).toMatchObject({ state: "applying" });
  expect(await viewJob(app.context, setId)).toMatchObject({ state: "stopped", left: 1 });
  const { items } = await read(app, Inbox, "/inbox");
  expect(items.map(({ kind }) => kind)).toEqual(["alarm"]);
  const [alarm] = await selectStandingAlarms(app.deps.store.db, app.deps.connection.id);
  await settleAlarm(app.context, alarm?.id ?? "", { answer: "kept", reason: "Looked at" });
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "unknown", attempt: 1 }]);
  await resumeSending(app.context);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied", attempt: 2 }]);
});

test("[Y6] [S17] where the index follows base, a lost reply of a paused set that reading cannot settle is sent again by resume", async () => {
  await using stack = await createSendingStack({
    sandbox: { writes: true, indexVersions: "overlay-by-field" },
    profile: "of the sandbox",
    service: { retry: { attempts: 1 } },
  });
  const { app, scheduleId: id } = stack;
  // Base has the value that is written, so that reading does not show whose it is.
  const ids = await stack.applied([change({ type: "schedule", id }, "name", { op: "pinValue" })]);
  app.sandbox.faults.arm({ kind: "reset-before", method: "POST", times: 1, phase: "before", ms: 0 });
  await stack.pass();
  const [row] = await stack.rows(ids);
  const setId = row?.change_set_id ?? "";
  const version = async () => (await readChangeSet(app.context, setId)).version;
  await pauseChangeSet(app.context, setId, await version());
  app.clock.advance(QUIET_MS);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "unknown", try_after: null, attempt: 1 }]);
  expect(await readChangeSet(app.context, setId)).toMatchObject({ state: "applying" });
  await resumeChangeSet(app.context, setId, await version());
  await stack.pass();
  const sent = app.sandbox.ledger.after(0).filter(({ operation }) => operation === "record.update");
  expect([await stack.rows(ids), sent.length]).toMatchObject([[{ attempt: 2 }], 1]);
});
