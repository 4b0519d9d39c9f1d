import { setImmediate as nextTurn } from "node:timers/promises";

/** Work of one turn of the event loop takes about so long. */
const LONGEST_MS = 4;

/**
 * Lets all others have their turn. Work that begins while input is read goes on after one `setImmediate` in the same turn of the event
 * loop, before any other input is read.
 */
export async function turnOfOthers(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/**
 * Goes through items one by one, and lets other work have its turn whenever it has had the event loop for a while: also at its
 * end, so that what follows does not add to it.
 */
export async function inTurns<T>(items: Iterable<T>, work: (item: T, at: number) => void): Promise<void> {
  let since = performance.now();
  let at = 0;
  for (const item of items) {
    work(item, at);
    at += 1;
    if (performance.now() - since < LONGEST_MS) continue;
    await nextTurn();
    since = performance.now();
  }
  if (performance.now() - since > LONGEST_MS / 4) await nextTurn();
}
