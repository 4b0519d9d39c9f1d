import { afterEach, expect, it, vi } from "vitest";
import { morningIn } from "./morning-in.ts";

afterEach(() => vi.unstubAllEnvs());

it("is the morning of the next day also in the night in which summer time ends or begins", () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  // That day has 25 hours.
  expect(morningIn(1, new Date("2026-10-25T00:30:00+02:00"))).toBe("2026-10-26T07:00:00.000Z");
  expect(morningIn(3, new Date("2026-10-24T23:30:00+02:00"))).toBe("2026-10-27T07:00:00.000Z");
  expect(morningIn(1, new Date("2026-03-28T23:30:00+01:00"))).toBe("2026-03-29T06:00:00.000Z");
});
