import { createProfile } from "@dc/api-client";
import { expect, test } from "vitest";
import { startOfHour, todayOf } from "./today.ts";

const inZone = (timeZone: string) => ({ service: { profile: createProfile({ extends: "default", timeZone }) } });

test.each([
  ["America/New_York", "2026-12-31", 23, "2027-01-01T04:00:00.000Z"],
  ["Pacific/Auckland", "2026-12-31", 8, "2026-12-30T19:00:00.000Z"],
  // The clock is put forward over this hour: the first moment after it.
  ["America/New_York", "2027-03-14", 2, "2027-03-14T07:00:00.000Z"],
  ["America/New_York", "2027-03-14", 3, "2027-03-14T07:00:00.000Z"],
  ["Pacific/Auckland", "2027-09-26", 2, "2027-09-25T14:00:00.000Z"],
  ["Australia/Lord_Howe", "2027-10-03", 2, "2027-10-02T15:30:00.000Z"],
  // Two hours at once: either of them ends where the clock goes on.
  ["Antarctica/Troll", "2027-03-28", 1, "2027-03-28T01:00:00.000Z"],
  ["Antarctica/Troll", "2027-03-28", 2, "2027-03-28T01:00:00.000Z"],
  // It is put back: this hour comes twice, and the first one begins it.
  ["America/New_York", "2027-11-07", 1, "2027-11-07T05:00:00.000Z"],
  ["America/New_York", "2027-11-07", 2, "2027-11-07T07:00:00.000Z"],
  ["Pacific/Auckland", "2027-04-04", 2, "2027-04-03T13:00:00.000Z"],
  ["Pacific/Auckland", "2027-04-04", 3, "2027-04-03T15:00:00.000Z"],
  // Days that begin at one o'clock, with the first of two midnights, and a day that there was not.
  ["America/Santiago", "2026-09-06", 0, "2026-09-06T04:00:00.000Z"],
  ["America/Havana", "2026-11-01", 0, "2026-11-01T04:00:00.000Z"],
  ["Pacific/Apia", "2011-12-30", 8, "2011-12-30T10:00:00.000Z"],
])("[L9] in %s, %s at %d o'clock begins at %s", (zone, day, hour, at) => {
  expect(startOfHour(inZone(zone), { day, hour }).toISOString()).toBe(at);
});

test.each([
  ["America/New_York", "2027-03-14T04:59:59.999Z", "2027-03-13"],
  ["America/New_York", "2027-03-14T05:00:00.000Z", "2027-03-14"],
  ["America/New_York", "2027-03-15T03:59:59.999Z", "2027-03-14"],
  ["America/New_York", "2027-11-08T04:59:59.999Z", "2027-11-07"],
  ["Pacific/Auckland", "2027-04-03T10:59:59.999Z", "2027-04-03"],
  ["Pacific/Auckland", "2027-04-04T11:59:59.999Z", "2027-04-04"],
  ["Pacific/Auckland", "2027-09-25T12:00:00.000Z", "2027-09-26"],
  ["Pacific/Auckland", "2027-09-26T11:00:00.000Z", "2027-09-27"],
  // The clock is put back over midnight: the day that had ended goes on for an hour.
  ["America/Scoresbysund", "2027-10-31T00:59:59.999Z", "2027-10-30"],
  ["America/Scoresbysund", "2027-10-31T01:30:00.000Z", "2027-10-30"],
])("[L9] in %s, %s belongs to %s", (timeZone, now, today) => {
  expect(todayOf({ clock: { now: () => new Date(now) }, ...inZone(timeZone) })).toEqual({ today, timeZone });
});
