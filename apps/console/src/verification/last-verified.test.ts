import { expect, test } from "vitest";
import { dueWords, overSince } from "./last-verified.tsx";

test("an entry of the inbox counts the days that it is over as the list of what is due does", () => {
  expect(overSince("2026-10-19T00:00:00.000Z", "2026-11-27")).toBe("40 d over");
  expect(overSince("2026-10-19T00:00:00.000Z", "2026-11-27")).toBe(dueWords("2026-10-18", "2026-11-27"));
});
