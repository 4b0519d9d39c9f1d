import { expect, test } from "vitest";
import { createCallLimit } from "./call-limit.ts";

const remote = { isRemote: true };

test("a key has its number of requests in any minute, and is told when the next one is taken", () => {
  let now = 1_000_000;
  const limit = createCallLimit({ callsPerMinute: 2 }, () => now);
  expect([limit("one", remote), limit("one", remote), limit("other", remote)]).toEqual([null, null, null]);
  now += 20_000;
  expect(limit("one", remote)).toMatchObject({ code: "rate_limited", waitMs: 40_000 });
  now += 40_000;
  expect([limit("one", remote), limit("one", remote), limit("one", remote)?.waitMs]).toEqual([null, null, 60_000]);
});

test("a service without a limit takes every request", () => {
  const limit = createCallLimit({ callsPerMinute: null }, () => 0);
  expect(Array.from({ length: 100 }, () => limit("one", remote))).toEqual(Array.from({ length: 100 }, () => null));
});

test("requests that follow each other without the pause that the service asks for are refused after a while", () => {
  const limit = createCallLimit({ callsPerMinute: null, betweenCallsMs: 60_000 }, () => 0);
  const answers = Array.from({ length: 26 }, () => limit("one", remote)?.code ?? null);
  expect(answers).toEqual([...Array.from({ length: 25 }, () => null), "rate_limited"]);
  expect([limit("one", remote)?.waitMs, limit("other", remote)]).toEqual([expect.any(Number), null]);
  expect(limit("one", { isRemote: false })).toBeNull();
});
