import type { Store } from "./database.ts";

/** So many rounds at most are left out together, should a write ever not be counted. */
const MOST_LEFT_OUT = 30;

/**
 * Work that follows what is written, left out while nothing was since it began to look. Where other processes write to the store
 * as well, it runs each time.
 */
export function afterWrites(
  store: Pick<Store, "writes">,
  work: (signal: AbortSignal) => Promise<void>,
): (signal: AbortSignal) => Promise<void> {
  let seen: number | undefined;
  let leftOut = 0;
  return async (signal) => {
    const writes = store.writes?.();
    if (writes !== undefined && writes === seen && leftOut < MOST_LEFT_OUT) {
      leftOut += 1;
      return;
    }
    leftOut = 0;
    await work(signal);
    seen = writes;
  };
}
