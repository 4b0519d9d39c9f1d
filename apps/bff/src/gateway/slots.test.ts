import { afterAll, beforeAll, expect, test } from "vitest";
import { createGatewayStack, type GatewayStack } from "#/testing/gateway-stack.ts";

let stack: GatewayStack;
beforeAll(async () => {
  stack = await createGatewayStack();
});
afterAll(() => stack[Symbol.asyncDispose]());

test("a schedule that the directory does not have any more has no open slots there, and has them in the standard index", async () => {
  const slots = `/schedules/${stack.scheduleId}/availability?from=2026-12-01T00:00:00Z&to=2026-12-03T00:00:00Z`;
  const open = await (await stack.gateway(slots, stack.here)).text();
  expect(open).toMatch(/start_at/);
  await stack.applied({
    record: { type: "schedule", id: stack.scheduleId },
    operation: { op: "delete" },
    policy: "pin",
    evidence: null,
  });
  const asked = stack.app.sandbox.counters.total;
  const [record, gone] = [
    await stack.gateway(`/schedules/${stack.scheduleId}`, stack.here),
    await stack.gateway(slots, stack.here),
  ];
  expect([gone.status, gone.headers.get("Directory-Console-Overrides")]).toEqual([
    404,
    record.headers.get("Directory-Console-Overrides"),
  ]);
  expect(stack.app.sandbox.counters.total).toBe(asked + 1);
  expect(await (await stack.gateway(slots)).text()).toBe(open);
});
