import { expect, test } from "vitest";
import { call, createTestSandbox, fieldOf, scheduleIds, objectOf, textOf } from "#/testing/test-sandbox.ts";

test("an availability range needs two timestamps in order", async () => {
  const sandbox = createTestSandbox();
  const [id] = scheduleIds(sandbox);
  for (const [query, field] of [
    ["", "from"],
    ["from=2026-11-23T00:00:00Z", "to"],
    ["from=2026-11-23&to=2026-11-24", "from"],
    ["from=2026-11-24T00:00:00Z&to=2026-11-23T00:00:00Z", "to"],
  ] as const) {
    const answer = await call(sandbox, "GET", `/schedules/${id}/availability?${query}`);
    expect([answer.status, fieldOf(answer)]).toEqual([400, field]);
  }
});

test("listed slots are in the requested range, in order, and not in the past", async () => {
  const sandbox = createTestSandbox();
  const [id] = scheduleIds(sandbox);
  const query = "from=2026-11-16T00:00:00Z&to=2026-11-25T00:00:00Z";
  const { body } = await call(sandbox, "GET", `/schedules/${id}/availability?${query}`);
  const starts = Array.isArray(body) ? body.map((slot) => textOf(objectOf(slot)["start_at"])) : [];
  expect(starts.length).toBeGreaterThan(0);
  expect(starts).toEqual(starts.toSorted());
  expect(starts.filter((start) => start < "2026-11-20T12:00:00.000Z" || start >= "2026-11-25")).toEqual([]);
});
