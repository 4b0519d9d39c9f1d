import { expect, it } from "vitest";
import { timeIn } from "./use-zone.ts";

it("[L9] tells an hour whose beginning the clock leaves out by the clock of its first moment", () => {
  // Lord Howe puts its clocks forward by half an hour, from 02:00 to 02:30.
  expect(timeIn("Australia/Lord_Howe", "2026-10-03T15:30:00Z")).toEqual({ day: "2026-10-04", hour: 2, clock: "02:30" });
  expect(timeIn("Australia/Lord_Howe", "2026-10-03T15:29:00Z")).toEqual({ day: "2026-10-04", hour: 1, clock: "01:59" });
  expect(timeIn("Asia/Kathmandu", "2026-10-14T02:15:00Z")).toEqual({ day: "2026-10-14", hour: 8, clock: "08:00" });
  expect(timeIn("UTC", "2026-10-14T00:00:00Z")).toEqual({ day: "2026-10-14", hour: 0, clock: "00:00" });
});
