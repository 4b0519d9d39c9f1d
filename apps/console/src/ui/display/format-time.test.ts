import { expect, test } from "vitest";
import { formatDistance } from "./format-time.ts";

test("a day is as far away as the reader's calendar says, whatever the hour", () => {
  for (const hour of [0, 9, 15, 23]) {
    const now = new Date(2026, 10, 20, hour, 30);
    expect(formatDistance("2026-11-20", now)).toBe("today");
    expect(formatDistance("2026-11-21", now)).toBe("in 1 d");
    expect(formatDistance("2026-11-19", now)).toBe("1 d ago");
    expect(formatDistance("2027-01-14", now)).toBe("in 55 d");
  }
});
