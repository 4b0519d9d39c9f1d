import { startBenchStack } from "#/bench/bench-stack.ts";
import type { Goal } from "#/bench/goal.ts";
import { median } from "#/bench/measure.ts";
import type { BenchSize } from "#/bench/size.ts";
import { initialAdministrator } from "#/testing/initial-store.ts";

/** F21: how long a refusal takes for an account that exists, beside one that does not. */
export async function signInGoals(size: BenchSize): Promise<Goal[]> {
  await using stack = await startBenchStack({ settings: { TRUSTED_PROXIES: "127.0.0.1" } });
  let attempts = 0;
  /** Each comes from an address of its own, or it would have to wait. */
  const refusalMs = async (email: string) => {
    attempts += 1;
    const from = `10.${attempts >> 16}.${(attempts >> 8) & 255}.${attempts & 255}`;
    const since = performance.now();
    const answer = await fetch(`${stack.bff.url}/api/v1/session`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Directory-Console": "1", "X-Forwarded-For": from },
      body: JSON.stringify({ email, password: "wrong-wrong-wrong" }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 401) throw new Error(`A sign-in was answered with ${answer.status}.`);
    return performance.now() - since;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  // In turn, so that what the machine does meanwhile falls on both; at most 99 on one account within the limit's time.
  for (let round = 0; round < size.of(45, 99); round += 1) {
    known.push(await refusalMs(initialAdministrator.email));
    unknown.push(await refusalMs(`nobody${round % 3}@example.org`));
  }
  return [
    {
      what: "F21 refusal of a wrong password, account known or not",
      ours: Math.max(median(known), median(unknown)),
      peer: Math.min(median(known), median(unknown)),
      peerName: "the quicker of both",
      unit: "ms",
      atMost: 1.05,
    },
  ];
}
