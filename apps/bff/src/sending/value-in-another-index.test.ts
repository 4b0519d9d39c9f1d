import { fetchTransport } from "@dc/api-client";
import { createSandbox, type SandboxOptions } from "@dc/sandbox/app";
import { expect, onTestFinished, test } from "vitest";
import { listAlarms } from "#/operations/alarms/list.ts";
import { resumeSending } from "#/operations/alarms/resume-sending.ts";
import { settleAlarm } from "#/operations/alarms/settle.ts";
import { sendAgain } from "#/operations/changes/send-again.ts";
import { settleChange } from "#/operations/changes/settle.ts";
import { QUIET_MS } from "#/testing/changes.ts";
import { addPlan, createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";

const isAlarm = { code: "alarm", params: { indices: ["idx_standard"], isInIndex: false } };

/** A service that allows writes to its standard index, behind a proxy that drops the index header of writes. */
async function createStackBehindLossyTransport({ losesReply = false } = {}) {
  const options: SandboxOptions = { writes: true, practitioners: 50, deviation: "standard-writable" };
  const sandbox = createSandbox(options);
  onTestFinished(() => sandbox.close());
  const way = { isLossy: true };
  const transport = fetchTransport(async (url, init) => {
    const headers = new Headers(init?.headers);
    const isWrite = init?.method !== undefined && init.method !== "GET";
    if (isWrite && way.isLossy) headers.delete("Service-Index-Version");
    const answer = await sandbox.app.request(url, { ...init, headers });
    return isWrite && losesReply ? new Response(null, { status: 500 }) : answer;
  });
  const stack = await createSendingStack({ sandbox: options, service: { transport } });
  return { stack, way, written: () => sandbox.ledger.after(0).map(({ index }) => index) };
}

async function alarmsOf({ app }: SendingStack): Promise<(string | null)[]> {
  const rows = await app.deps.store.db
    .selectFrom("journal")
    .select("subject")
    .where("action", "=", "change.alarm")
    .orderBy("seq")
    .execute();
  return rows.map(({ subject }) => subject);
}

async function passes(stack: SendingStack, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    await stack.pass();
    stack.app.clock.advance(QUIET_MS);
  }
}

test.each([
  ["answered", false],
  ["not answered", true],
])("a write that the standard index took, and that was %s, is never sent again by itself", async (_how, losesReply) => {
  const { stack, way, written } = await createStackBehindLossyTransport({ losesReply });
  await using _closed = stack;
  const ids = await stack.applied([addPlan(stack.scheduleId, stack.plans[0] ?? "")]);
  await passes(stack, 4);
  expect(await stack.rows(ids)).toMatchObject([{ state: "unknown", attempt: 1, try_after: null, reason: isAlarm }]);
  expect(written()).toEqual(["idx_standard"]);
  expect(await alarmsOf(stack)).toEqual(ids);

  // Only a person who settles the alarm can continue, and only after sending is resumed.
  for (const as of ["read", "applied", "not applied"] as const)
    await expect(settleChange(stack.app.context, ids[0] ?? "", { as })).rejects.toMatchObject({ code: "wrong_state" });
  await stack.restart();
  await passes(stack, 3);
  expect(written()).toEqual(["idx_standard"]);
  expect(await alarmsOf(stack)).toEqual(ids);
  way.isLossy = false;
  const [alarm] = (await listAlarms(stack.app.context)).items;
  const answered = { answer: "kept", reason: "The practice knows" } as const;
  await settleAlarm(stack.app.context, alarm?.id ?? "", answered);
  expect(await stack.rows(ids)).toMatchObject([{ state: "failed", reason: { code: "not-in-index-after-alarm" } }]);
  await expect(sendAgain(stack.app.context, ids[0] ?? "")).rejects.toMatchObject({ code: "wrong_state" });
  await resumeSending(stack.app.context);
  const copy = await sendAgain(stack.app.context, ids[0] ?? "");
  stack.app.clock.advance(5_000);
  await passes(stack, 2);
  expect(await stack.rows([copy.id])).toMatchObject([{ state: "applied" }]);
  expect(written()).toEqual(["idx_standard", INDEX]);
});

test("a deletion that the standard index took alone is reported as its doing, and waits for a person", async () => {
  const { stack, written } = await createStackBehindLossyTransport();
  await using _closed = stack;
  const record = { type: "schedule", id: stack.scheduleId };
  const ids = await stack.applied([{ record, operation: { op: "delete" }, policy: "pin", evidence: null }]);
  await passes(stack, 4);
  expect(await stack.rows(ids)).toMatchObject([{ state: "unknown", attempt: 1, try_after: null, reason: isAlarm }]);
  expect(written()).toEqual(["idx_standard"]);
  expect(await alarmsOf(stack)).toEqual(ids);
});
