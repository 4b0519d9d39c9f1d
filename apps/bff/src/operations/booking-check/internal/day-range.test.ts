import { describe, expect, it } from "vitest";
import { dayRange } from "./day-range.ts";

const now = new Date("2026-11-23T14:00:00.000Z");

describe("the days of a booking check", () => {
  it.each([
    ["America/Chicago", "2026-11-23", 1, "2026-11-23T06:00:00.000Z", "2026-11-24T06:00:00.000Z"],
    // Clocks change within the range.
    ["America/Chicago", "2026-10-31", 2, "2026-10-31T05:00:00.000Z", "2026-11-02T06:00:00.000Z"],
    // Clocks are put forward at midnight: that day begins at one o'clock, and the one before it lasts until then.
    ["America/Santiago", "2026-09-05", 1, "2026-09-05T04:00:00.000Z", "2026-09-06T04:00:00.000Z"],
    ["America/Santiago", "2026-09-06", 1, "2026-09-06T04:00:00.000Z", "2026-09-07T03:00:00.000Z"],
    // Clocks are put back at one o'clock: midnight comes twice, and the day begins with the first.
    ["America/Havana", "2026-11-01", 1, "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
  ])("in %s from %s for %d: from %s until before %s", (zone, from, days, start, end) => {
    expect(dayRange(zone, { from, days, now })).toEqual({
      from,
      days,
      start,
      end,
      timeZone: zone,
      timeZoneKnown: true,
    });
  });

  it("begin today in the zone, and are days of UTC where no zone is known", () => {
    expect(dayRange("Pacific/Auckland", { days: 7, now }).from).toBe("2026-11-24");
    for (const zone of [null, "Mars/Olympus"])
      expect(dayRange(zone, { days: 7, now })).toEqual({
        from: "2026-11-23",
        days: 7,
        start: "2026-11-23T00:00:00.000Z",
        end: "2026-11-30T00:00:00.000Z",
        timeZone: "UTC",
        timeZoneKnown: false,
      });
  });
});
