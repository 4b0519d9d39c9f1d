import { expect, test } from "vitest";
import { Hands } from "#/bench/keystroke-level.ts";

test("hands take the model's time, and home only when they change between mouse and keys", () => {
  const hands = new Hands();
  hands.think();
  hands.point(2);
  hands.strike(3);
  hands.strike(1);
  hands.point();
  expect(hands.effort).toMatchObject({ clicks: 3, keys: 4, waited: 0 });
  expect(hands.effort.seconds).toBeCloseTo(1.35 + (1.1 + 0.4) + 0.4 + 0.8 + 0.4 + (1.1 + 0.2));
});

test("what the machine takes is added, and told apart", async () => {
  const hands = new Hands();
  hands.think();
  expect(await hands.wait(() => Promise.resolve("done"))).toBe("done");
  expect(hands.effort.waited).toBeGreaterThan(0);
  expect(hands.effort.seconds - hands.effort.waited).toBeCloseTo(1.35);
});
