import fc from "fast-check";
import { expect, it, test } from "vitest";
import { businessDaysBetween } from "./business-days.ts";

it.each([
  ["2026-11-20", "2026-11-20", [], 0],
  ["2026-11-20", "2026-11-22", [], 0],
  ["2026-11-20", "2026-11-23", [], 1],
  ["2026-11-25", "2026-11-27", ["2026-11-26"], 1],
  ["2026-11-25", "2026-11-30", ["2026-11-26", "2026-11-28", "2026-11-26"], 2],
  ["2026-11-27", "2026-11-25", [], 0],
  ["1969-12-26", "1970-01-02", [], 5],
] as const)("from %s to %s without %j: %i business days", (from, to, holidays, days) => {
  expect(businessDaysBetween(from, to, holidays)).toBe(days);
});

test("[E7] is what counting day by day gives", () => {
  const dayOf = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10);
  const aDay = fc.integer({ min: -1_000, max: 30_000 });
  fc.assert(
    fc.property(aDay, fc.nat(60), fc.array(fc.nat(70)), (first, length, free) => {
      const holidays = free.map((days) => dayOf(first + days - 5));
      let counted = 0;
      for (let day = first + 1; day <= first + length; day += 1)
        if (![0, 6].includes(new Date(day * 86_400_000).getUTCDay()) && !holidays.includes(dayOf(day))) counted += 1;
      expect(businessDaysBetween(dayOf(first), dayOf(first + length), holidays)).toBe(counted);
    }),
  );
});
