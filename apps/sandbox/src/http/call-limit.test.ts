import { expect, test } from "vitest";
import { createCallLimit } from "./call-limit.ts";

test("a key has its number of requests in any minute, and is told when the next one is taken", () => {
  let now = 1_000_000;
  const limit = createCallLimit(2, () => now);
  expect([limit("one"), limit("one"), limit("other")]).toEqual([null, null, null]);
  now += 20_000;
  expect(limit("one")).toMatchObject({ code: "rate_limited", waitMs: 40_000 });
  now += 40_000;
  expect([limit("one"), limit("one"), limit("one")?.waitMs]).toEqual([null, null, 60_000]);
});

test("a service without a limit takes every request", () => {
  const limit = createCallLimit(null, () => 0);
  expect(Array.from({ length: 100 }, () => limit("one"))).toEqual(Array.from({ length: 100 }, () => null));
});
