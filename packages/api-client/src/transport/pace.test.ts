import { expect, it } from "vitest";
import type { Waits } from "#/profile/schema/profile-schema.ts";
import { createPace } from "./pace.ts";

const noon = Date.UTC(2026, 10, 20, 12);
const hourMs = 3_600_000;

it.each<[string, Waits, number]>([
  ["nothing", {}, 0],
  ["a pause between calls", { betweenCallsMs: 250 }, 250],
  ["a number of calls a minute", { callsPerMinute: 1 }, 60_000],
])("a clock that is set back by an hour delays no call by it where the service states %s", (_what, waits, waitMs) => {
  const pace = createPace(waits);
  pace.take(pace.nextAt(noon));
  const setBack = noon - hourMs;
  expect(pace.nextAt(setBack) - setBack).toBe(waitMs);
  pace.take(setBack + waitMs);
  expect(pace.nextAt(setBack + waitMs) - setBack).toBe(2 * waitMs);
});

it("leaves a quarter of a minute's calls to people, whatever background work wants", () => {
  const pace = createPace({ callsPerMinute: 8 });
  for (let call = 0; call < 6; call += 1) {
    expect(pace.nextAt(noon, true)).toBe(noon);
    pace.take(noon, true);
  }
  expect(pace.nextAt(noon, true)).toBe(noon + 60_000);
  for (let call = 0; call < 2; call += 1) {
    expect(pace.nextAt(noon)).toBe(noon);
    pace.take(noon);
  }
  expect(pace.nextAt(noon)).toBe(noon + 60_000);
});
