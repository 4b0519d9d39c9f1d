import { expect, test } from "vitest";
import { fittingChipCount } from "./fitting-chip-count.ts";

const short = Array.from({ length: 40 }, (_, index) => `Plan ${index}`);

test("two lines hold as many names as fit, and the button for the rest", () => {
  expect(fittingChipCount(short, { width: 780, lines: 2, before: [] })).toBe(18);
  expect(fittingChipCount(short.slice(0, 5), { width: 780, lines: 2, before: [] })).toBe(5);
});

test("a long name is shown whole: it takes the room of its letters, and further lines where one is not enough", () => {
  const long = "Harborlight PPO Select Plus (Employer Group, Tier 2), statewide";
  expect(fittingChipCount([long, long, "Plan A", "Plan B"], { width: 780, lines: 2, before: [] })).toBe(4);
  expect(fittingChipCount([long, long, long], { width: 780, lines: 2, before: [long] })).toBe(1);
  expect(fittingChipCount([long.repeat(3), "Plan A"], { width: 780, lines: 2, before: [] })).toBe(1);
  expect(fittingChipCount([long.repeat(5)], { width: 780, lines: 2, before: [] })).toBe(0);
  expect(fittingChipCount(short, { width: 780, lines: 2, before: [long, long, long, long, long] })).toBe(0);
});
