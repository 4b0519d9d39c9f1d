import { setTimeout as wait } from "node:timers/promises";
import type { BenchStack } from "./stack-types.ts";
import { cpuMsOf } from "./process-figures.ts";

const TICK_MS = 20;

/** Does the work, and asks for the session again and again meanwhile, as somebody else at the console would. */
export async function beside<T>(
  stack: BenchStack,
  work: () => Promise<T>,
): Promise<{ result: T; ms: number; cpuMs: number; longestMs: number }> {
  let isDone = false;
  let longestMs = 0;
  const others = (async () => {
    while (!isDone) {
      const since = performance.now();
      const answer = await fetch(`${stack.bff.url}/api/v1/session`, { headers: { Cookie: stack.bff.cookie } });
      await answer.arrayBuffer();
      longestMs = Math.max(longestMs, performance.now() - since);
      await wait(TICK_MS);
    }
  })();
  const cpuBefore = cpuMsOf(stack.bff.pid);
  const since = performance.now();
  const result = await work().finally(() => {
    isDone = true;
  });
  const ms = performance.now() - since;
  await others;
  return { result, ms, cpuMs: cpuMsOf(stack.bff.pid) - cpuBefore, longestMs };
}
