import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPlaces } from "./places.ts";

/** Work that ends when it is told to, and what has begun. */
function startWorks(places: ReturnType<typeof createPlaces>) {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const start = (name: string, urgency?: "urgent") => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return places.hold(async () => {
      begun.push(name);
      await end.promise;
    }, urgency);
  };
  return { begun, start, end: (name: string) => ends.get(name) };
}

test("[S9] so much work goes on at once, what is urgent before what waits longer", async () => {
  const { begun, start, end } = startWorks(createPlaces(() => 2));
  const works = [start("a"), start("b"), start("c"), start("d", "urgent")];
  await nextTurn();
  expect(begun).toEqual(["a", "b"]);
  end("b")?.resolve();
  await nextTurn();
  expect(begun).toEqual(["a", "b", "d"]);
  for (const name of ["a", "c", "d"]) end(name)?.resolve();
  await Promise.all(works);
  expect(begun).toEqual(["a", "b", "d", "c"]);
});

test("[S9] work that fails leaves its place, and fewer places end nothing that goes on", async () => {
  let most = 2;
  const { begun, start, end } = startWorks(createPlaces(() => most));
  const works = Promise.allSettled([start("a"), start("b"), start("c")]);
  most = 1;
  end("a")?.reject(new Error("lost"));
  await nextTurn();
  expect(begun).toEqual(["a", "b"]);
  end("b")?.resolve();
  await nextTurn();
  expect(begun).toEqual(["a", "b", "c"]);
  end("c")?.resolve();
  expect((await works).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
});
