import { setTimeout as sleep } from "node:timers/promises";

/** Polls until the answer fits. The generous limit only ends a hang; it measures nothing. */
export async function until<T>(
  what: string,
  ask: () => Promise<T>,
  fits: (answer: T) => boolean,
  withinMs = 120_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (Date.now() > end) throw new Error(`Waited too long until ${what}; last: ${JSON.stringify(answer)}`);
    await sleep(100);
  }
}
