import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildServer } from "@dc/tooling/server-build";
import { makeInitialStore } from "@dc/tooling/testing/initial-store";
import { until } from "@dc/tooling/testing/until";
import { testEvidence } from "#/testing/evidence.ts";
import { changesOf, checkWrites, onTheWay, stage, startCrashStack } from "./crash-stack.ts";

// The server is killed at its n-th call that writes to the disk or to the network, for each n until a job of 20 records ends
// before it. Needs Linux and strace.
const CALLS = "write,pwrite64,writev,pwritev,fsync,fdatasync,sendto,sendmsg";
const RECORDS = 20;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--"),
  options: {
    from: { type: "string", default: "1" },
    every: { type: "string", default: "1" },
    most: { type: "string", default: "Infinity" },
  },
});
await buildServer(fileURLToPath(new URL("../../../..", import.meta.url)));
await makeInitialStore();
let runs = 0;
let isKilled = true;
for (let step = Number(values.from); isKilled && runs < Number(values.most); step += Number(values.every)) {
  isKilled = await killAt(step);
  runs += 1;
  if (runs % 10 === 0) console.log(`  ${runs} runs, killed at call ${step}`);
}
console.log(
  `${runs} runs${isKilled ? "" : ", until the job ended first"}: nothing lost, nothing written twice, every job ended`,
);

/** Whether the server was killed before its job ended. Throws unless the job ends as it should after a restart. */
async function killAt(step: number): Promise<boolean> {
  await using stack = await startCrashStack({ writes: true });
  // Two changes on each schedule, which are one write.
  const { changeSet } = await stage(stack, RECORDS * 2);
  const inject = `inject=${CALLS}:signal=SIGKILL:when=${step}`;
  const strace = spawn(
    "strace",
    ["-f", "-qq", "-o", "/dev/null", "-p", String(stack.console.pid), "-e", `trace=${CALLS}`, "-e", inject],
    { stdio: "ignore" },
  );
  await sleep(1_000);
  const applying = { version: changeSet.version, evidence: testEvidence };
  await stack.console.call("POST", `/change-sets/${changeSet.id}/apply`, applying).catch(() => undefined);
  const hasEnded = async () => {
    const changes = await changesOf(stack, changeSet.id).catch(() => []);
    return changes.length > 0 && changes.every(({ state }) => !onTheWay.includes(state));
  };
  await until("the job or the server has ended", hasEnded, (ended) => ended || stack.console.hasEnded());
  const wasKilled = stack.console.hasEnded();
  strace.kill("SIGINT");
  if (strace.exitCode === null && strace.signalCode === null) await once(strace, "exit");
  if (wasKilled) await stack.console.start();
  // An apply that was never acknowledged may not have begun.
  const [first] = await changesOf(stack, changeSet.id);
  if (first?.state === "draft") await stack.console.call("POST", `/change-sets/${changeSet.id}/apply`, applying);
  await until("the job has ended", hasEnded, (ended) => ended);
  const changes = await changesOf(stack, changeSet.id);
  await checkWrites(stack, changes);
  const wrong = changes.filter(({ state }) => state !== "applied");
  if (wrong.length > 0)
    throw new Error(`Killed at call ${step}: ${wrong.map(({ id, state }) => `${id} ${state}`).join()}`);
  return wasKilled;
}
