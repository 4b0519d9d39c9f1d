import { expect, test } from "vitest";
import { goalTable, ratioOf, type Goal } from "#/bench/goal.ts";
import { median } from "#/bench/measure.ts";

const faster: Goal = {
  what: "G0 a thing",
  ours: 2,
  peer: 5,
  peerName: "other",
  unit: "µs",
  smallerIsBetter: true,
  atLeast: 2,
};

test("the ratio grows with how good we are, whichever way the unit runs", () => {
  expect(ratioOf(faster)).toBe(2.5);
  expect(ratioOf({ ...faster, smallerIsBetter: false })).toBe(0.4);
});

test("the table says for each goal whether it is met", () => {
  expect(goalTable([faster, { ...faster, atLeast: 3 }]).split("\n")).toEqual([
    "what        ours     peer           ratio  goal",
    "G0 a thing  2.00 µs  other 5.00 µs  2.50×  ≥ 2×  met",
    "G0 a thing  2.00 µs  other 5.00 µs  2.50×  ≥ 3×  not met",
  ]);
});

test("the median of an even count is the mean of the two in the middle", () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5]);
  expect(() => median([])).toThrow("There is no median of nothing.");
});
