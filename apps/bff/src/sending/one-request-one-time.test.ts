import { expect, test } from "vitest";
import { change, QUIET_MS } from "#/testing/changes.ts";
import { addPlan, createSendingStack } from "#/testing/sending-stack.ts";

test("what one request had is tried again at one time, and sent again together, however long the store takes", async () => {
  let isRunning = false;
  await using stack = await createSendingStack({
    service: { retry: { attempts: 1 } },
    onCall: async (_init, call) => {
      try {
        const answer = await call();
        isRunning = !answer.ok;
        return answer;
      } catch (error) {
        isRunning = true;
        throw error;
      }
    },
  });
  const { app, plans, scheduleId } = stack;
  const ids = await stack.applied([
    addPlan(scheduleId, plans[0] ?? ""),
    change({ type: "schedule", id: scheduleId }, "name", { op: "set", value: "Elm" }),
    addPlan(scheduleId, plans[1] ?? ""),
  ]);
  // Time passes while the store works, after a call that failed.
  const now = app.clock.now.bind(app.clock);
  app.clock.now = () => {
    if (isRunning) app.clock.advance(7);
    return now();
  };
  const times = async () => {
    isRunning = false;
    const rows = await stack.rows(ids);
    return [new Set(rows.map((row) => row.try_after?.getTime())).size, rows.map(({ state }) => state)];
  };
  const unknown = ids.map(() => "unknown");
  app.sandbox.faults.arm({ kind: "reset-before", method: "POST", times: 1, phase: "before", ms: 0 });
  await stack.pass();
  expect(await times()).toEqual([1, unknown]);
  app.sandbox.faults.arm({ kind: "status", status: 500, phase: "before", method: "GET", times: 1, ms: 0 });
  app.clock.advance(QUIET_MS);
  await stack.pass();
  expect(await times()).toEqual([1, unknown]);
  app.clock.advance(QUIET_MS);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject(ids.map(() => ({ state: "applied", attempt: 2 })));
  expect(stack.written()).toHaveLength(1);
});
