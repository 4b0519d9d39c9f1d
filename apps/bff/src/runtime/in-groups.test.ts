import { expect, test } from "vitest";
import { inGroups, togetherOrEach } from "./in-groups.ts";

const always = () => true;

test("what is asked at once, and while a group is under way, is done together, in order and in groups of a limited size", async () => {
  const groups: (readonly number[])[] = [];
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const double = inGroups<number, number>(async (items) => {
    groups.push(items);
    begun.resolve();
    await goOn.promise;
    return await togetherOrEach(items, (some) => Promise.resolve(some.map((item) => item * 2)), always);
  }, 3);
  const first = [1, 2].map(double);
  await begun.promise;
  const second = [3, 4, 5, 6].map(double);
  goOn.resolve();
  expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8, 10, 12]);
  expect(groups).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test("where a group fails, each of its items is done by itself, and fails alone", async () => {
  const tried: (readonly number[])[] = [];
  const refuseTwo = inGroups<number, number>(
    (items) =>
      togetherOrEach(
        items,
        (some) => {
          tried.push(some);
          return some.includes(2) ? Promise.reject(new Error("not two")) : Promise.resolve(some);
        },
        always,
      ),
    10,
  );
  const asked = await Promise.allSettled([1, 2, 3].map(refuseTwo));
  expect(asked.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(tried).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test("an error that would meet each item is not tried again, and the next group is done", async () => {
  let fails = true;
  let times = 0;
  const asked = inGroups<number, number>(
    (items) =>
      togetherOrEach(
        items,
        (some) => {
          times += 1;
          return fails ? Promise.reject(new Error("the store is gone")) : Promise.resolve(some);
        },
        () => false,
      ),
    10,
  );
  const lost = await Promise.allSettled([asked(1), asked(2)]);
  expect([lost.map(({ status }) => status), times]).toEqual([["rejected", "rejected"], 1]);
  fails = false;
  expect(await asked(3)).toBe(3);
});
