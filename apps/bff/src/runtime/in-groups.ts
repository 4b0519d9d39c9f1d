import { setTimeout as wait } from "node:timers/promises";

/**
 * A group waits for others to join for as long as the last one took, within these bounds: those that are done together ask for the
 * next step together, too. Where the last one was of one item, nothing waits but for as long as that took.
 */
const GATHER_MS = { least: 15, most: 30 };

/**
 * Answers a function that does what it is asked in groups of `most` items: what is asked at nearly the same time, or while a
 * group is under way. `work` answers one result an item, in their order; where it fails, each of its items does.
 */
export function inGroups<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  most: number,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; answer: PromiseWithResolvers<Result> }[] = [];
  let isUnderWay = false;
  let gatherMs = 0;

  async function workOff(): Promise<void> {
    isUnderWay = true;
    while (waiting.length > 0) {
      if (waiting.length < most) await wait(gatherMs);
      const since = performance.now();
      const group = waiting.splice(0, most);
      try {
        const results = await work(group.map(({ item }) => item));
        for (const [index, { answer }] of group.entries()) settle(answer, results[index]);
      } catch (error) {
        for (const { answer } of group) answer.reject(error);
      }
      const tookMs = performance.now() - since;
      gatherMs = Math.min(Math.max(tookMs, group.length > 1 ? GATHER_MS.least : 0), GATHER_MS.most);
    }
    isUnderWay = false;
  }

  return async (item) => {
    const answer = Promise.withResolvers<Result>();
    waiting.push({ item, answer });
    if (!isUnderWay) void workOff();
    return await answer.promise;
  };
}

function settle<Result>(answer: PromiseWithResolvers<Result>, result: PromiseSettledResult<Result> | undefined): void {
  if (result?.status === "fulfilled") answer.resolve(result.value);
  else answer.reject(result?.reason ?? new RangeError("An item of a group has no result."));
}

/**
 * Does all items at once, or, where that fails for a reason that may be one item's own, each by itself. `mayBeOwn` is false
 * for an error that would meet each of them.
 */
export async function togetherOrEach<Item, Result>(
  items: readonly Item[],
  together: (items: readonly Item[]) => Promise<readonly Result[]>,
  mayBeOwn: (error: unknown) => boolean,
): Promise<PromiseSettledResult<Result>[]> {
  try {
    return (await together(items)).map((value) => ({ status: "fulfilled", value }));
  } catch (error) {
    if (items.length === 1 || !mayBeOwn(error)) throw error;
  }
  const results: PromiseSettledResult<Result>[] = [];
  for (const item of items) {
    const [result] = await Promise.allSettled([together([item]).then(([value]) => value as Result)]);
    results.push(result);
  }
  return results;
}
