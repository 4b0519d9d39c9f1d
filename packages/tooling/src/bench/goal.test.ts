import { expect, test } from "vitest";
import { goalTable, isMet, ratioOf, type Goal } from "#/bench/goal.ts";
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
const dearer: Goal = { what: "G0 a cost", ours: 5, peer: 2, peerName: "floor", unit: "ms", atMost: 2.5 };

test("the ratio of as good as grows with how good we are, whichever way the unit runs", () => {
  expect(ratioOf(faster)).toBe(2.5);
  expect(ratioOf({ ...faster, smallerIsBetter: false })).toBe(0.4);
});

test("the ratio of a cost grows with what it costs, and is met up to its limit", () => {
  expect(ratioOf(dearer)).toBe(2.5);
  expect([isMet(dearer), isMet({ ...dearer, atMost: 2 }), isMet({ ...dearer, atMost: null })]).toEqual([
    true,
    false,
    null,
  ]);
});

test("the table says for each goal whether it is met", () => {
  expect(goalTable([faster, { ...faster, atLeast: 3 }, { ...dearer, atMost: null }]).split("\n")).toEqual([
    "what        ours     peer           ratio  goal",
    "G0 a thing  2.00 µs  other 5.00 µs  2.50×  ≥ 2×  met",
    "G0 a thing  2.00 µs  other 5.00 µs  2.50×  ≥ 3×  not met",
    "G0 a cost   5.00 ms  floor 2.00 ms  2.50×",
  ]);
});

test("the median of an even count is the mean of the two in the middle", () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5]);
  expect(() => median([])).toThrow("There is no median of nothing.");
});
