import { PersonLink } from "@dc/contract";
import { startBenchStack } from "#/bench/bench-stack.ts";
import type { Goal } from "#/bench/goal.ts";
import { median } from "#/bench/measure.ts";
import type { BenchSize } from "#/bench/size.ts";
import { connectionId } from "#/testing/server-process.ts";

/** After one more wrong password for the same account, addresses that are unknown there would take turns. */
const MOST_WRONG = 9;
const PASSWORD = "a sentence for the bench";

/** F21: how long a refusal takes for an account that exists, beside one that does not. */
export async function signInGoals(size: BenchSize): Promise<Goal[]> {
  await using stack = await startBenchStack(size, { settings: { TRUSTED_PROXIES: "127.0.0.1" } });
  let calls = 0;
  /** Each comes from an address of its own, or it would have to wait. */
  const post = async (path: string, body: object, expected: number) => {
    calls += 1;
    const from = `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`;
    const since = performance.now();
    const answer = await fetch(`${stack.bff.url}/api/v1${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Directory-Console": "1", "X-Forwarded-For": from },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    if (answer.status !== expected) throw new Error(`${path} was answered with ${answer.status}.`);
    return performance.now() - since;
  };
  const refusalMs = (email: string) => post("/session", { email, password: "wrong-wrong-wrong" }, 401);
  const known: number[] = [];
  const unknown: number[] = [];
  for (let account = 0; account < size.of(5, 55); account += 1) {
    const email = `somebody${account}@example.org`;
    const roles = [{ connectionId, role: "viewer", referrers: null }];
    const link = await stack.call("POST", "/api/v1/people", { name: `Somebody ${account}`, email, roles });
    await post("/join", { secret: PersonLink.parse(link).secret, password: PASSWORD }, 200);
    // In turn, so that what the machine does meanwhile falls on both.
    for (let wrong = 0; wrong < size.of(MOST_WRONG); wrong += 1) {
      known.push(await refusalMs(email));
      unknown.push(await refusalMs(`nobody${account}@example.org`));
    }
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
