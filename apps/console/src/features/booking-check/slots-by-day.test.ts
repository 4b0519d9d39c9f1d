import { expect, test } from "vitest";
import { slotsByDay, wordsOfSlot } from "./slots-by-day.ts";

const slots = (...times: string[]) => ({
  state: "read" as const,
  items: times.map((startAt) => ({ startAt, durationMinutes: 30 })),
  outsideRange: 0,
});
const timesIn = (timeZone: string, ...times: string[]) => {
  const days = slotsByDay({ base: slots(...times), here: slots(...times) }, timeZone);
  return days.flatMap(({ slots: of }) => of.map(({ time }) => time));
};

test("slots of the hour that comes twice carry their offset, in the list and in words", () => {
  const [first, second] = ["2027-04-03T15:30:00.000Z", "2027-04-03T16:30:00.000Z"];
  expect(timesIn("Australia/Sydney", first, second)).toEqual(["02:30 GMT+11", "02:30 GMT+10"]);
  const words = [first, second].map((startAt) => wordsOfSlot({ startAt, durationMinutes: 30 }, "Australia/Sydney"));
  expect(words).toEqual(["Sun 4 Apr, 02:30 GMT+11, 30 min", "Sun 4 Apr, 02:30 GMT+10, 30 min"]);
  expect(timesIn("Australia/Sydney", "2027-04-03T14:59:00Z", "2027-04-03T17:00:00Z")).toEqual(["01:59", "03:00"]);
});

test("so they do where the clock is set back by less or by night, and only there", () => {
  expect(timesIn("Australia/Lord_Howe", "2027-04-03T14:45:00Z", "2027-04-03T15:15:00Z")).toEqual([
    "01:45 GMT+11",
    "01:45 GMT+10:30",
  ]);
  expect(timesIn("America/Havana", "2026-11-01T04:30:00Z", "2026-11-01T05:30:00Z")).toEqual([
    "00:30 GMT-4",
    "00:30 GMT-5",
  ]);
  expect(timesIn("America/New_York", "2027-03-14T06:30:00Z", "2027-03-14T07:30:00Z")).toEqual(["01:30", "03:30"]);
  expect(timesIn("UTC", "2027-04-03T15:30:00Z", "2027-04-03T16:30:00Z")).toEqual(["15:30", "16:30"]);
});
