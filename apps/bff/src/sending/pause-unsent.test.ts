import { expect, test } from "vitest";
import { sendAgain } from "#/operations/changes/send-again.ts";
import { readChangeSet } from "#/operations/change-sets/list.ts";
import { resumeChangeSet } from "#/operations/change-sets/pause.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { QUIET_MS } from "#/testing/changes.ts";
import { createSendingStack, type SendingStack } from "#/testing/sending-stack.ts";
import { takeChangeSet } from "./lease.ts";
import { createSender } from "./sender.ts";

function addPlan(id: string, element: string) {
  return {
    record: { type: "schedule", id },
    field: "acceptedInsurances",
    operation: { op: "add" as const, element },
    policy: "pin" as const,
    evidence: testEvidence,
  };
}

async function resume(stack: SendingStack, ids: readonly string[]): Promise<void> {
  const { app } = stack;
  const [row] = await stack.rows(ids);
  const set = await selectChangeSet(app.deps.store.db, app.deps.connection.id, row?.change_set_id ?? "");
  expect(set?.paused).toMatchObject({ by: { kind: "console" } });
  await resumeChangeSet(app.context, set?.id ?? "", set?.version ?? 0);
}

test("[H3] what was not sent waits for a person, over any number of passes", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  await createSender(app.deps).holdBack();
  app.clock.advance(60 * 60 * 1000);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "deferred", reason: null, attempt: 0 }]);
  expect(stack.written()).toEqual([]);
  await expect(sendAgain(app.context, ids[0] ?? "")).rejects.toThrow("Resume the change set");
  await resume(stack, ids);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied" }]);
});

test("[H3] a change set that another process sends is left to it", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  const [row] = await stack.rows(ids);
  await takeChangeSet(app.deps, { changeSetId: row?.change_set_id ?? "", owner: "another", forMs: 60_000 });
  await createSender(app.deps).holdBack();
  expect(await stack.rows(ids)).toMatchObject([{ state: "queued" }]);
});

test("[H4] a lost reply is read, also after readings that fail, and not sent again where it reads as before", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  app.sandbox.faults.arm({ kind: "reset-before", method: "POST", times: 1, phase: "before", ms: 0 });
  await stack.pass();
  await createSender(app.deps).holdBack();
  app.clock.advance(QUIET_MS);
  app.sandbox.faults.arm({ kind: "status", status: 500, method: "GET", times: 20, phase: "before", ms: 0 });
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "unknown", reason: { code: "not-settled" } }]);
  app.sandbox.faults.clear();
  app.clock.advance(60_000);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([
    { state: "unknown", try_after: null, reason: { code: "held-back-reads-as-before" }, attempt: 1 },
  ]);
  expect(stack.written()).toEqual([]);
  const [row] = await stack.rows(ids);
  expect(await readChangeSet(app.context, row?.change_set_id ?? "")).toMatchObject({ state: "applying" });
  await resume(stack, ids);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied", attempt: 2 }]);
  expect(stack.written()).toHaveLength(1);
});
