import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSemaphore } from "./semaphores.ts";

/** Work that ends when it is told to, and what has begun. */
function startWorks(semaphore: ReturnType<typeof createSemaphore>) {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const start = (name: string, urgency?: "urgent") => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return semaphore.hold(async () => {
      begun.push(name);
      await end.promise;
    }, urgency);
  };
  return { begun, start, end: (name: string) => ends.get(name) };
}

test("[S9] so much work goes on at once, what is urgent before what waits longer", async () => {
  const { begun, start, end } = startWorks(createSemaphore(() => 2));
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

test("[S9] work that fails makes room, and a lower bound ends nothing that goes on", async () => {
  let most = 2;
  const { begun, start, end } = startWorks(createSemaphore(() => most));
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
