import { setImmediate as nextTurn } from "node:timers/promises";

/** So many rows are written in one transaction where it keeps others out: with them goes what follows of each. */
export const WRITTEN_AT_ONCE = 50;

/** So many are worked on at once. */
const AT_ONCE = 500;

/** Does work on many in steps, so that others have their turn in between. */
export async function inSteps<T>(
  all: readonly T[],
  work: (some: readonly T[]) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  for (let index = 0; index < all.length; index += atOnce) {
    await work(all.slice(index, index + atOnce));
    await nextTurn();
  }
}
