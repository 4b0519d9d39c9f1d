import { setTimeout as sleep } from "node:timers/promises";
import { RosterImport, RosterPage } from "@dc/contract";
import { until } from "@dc/tooling/testing/until";
import { expect, test } from "vitest";
import { type CrashStack, startCrashStack } from "#system-tests/crash/crash-stack.ts";
import { createRandom, testSeed } from "#system-tests/random.ts";

// Proves: kill -9 of the real server at random moments of a roster import loses no line, reads on where it was, and counts no
// record twice. Cannot prove: that every single step survives.

const KILLS = 4;
const LINES = 60;

async function importOf({ console }: CrashStack, id: string): Promise<RosterImport> {
  return RosterImport.parse((await console.call("GET", `/roster-imports/${id}`)).body);
}

async function countOf({ console, indexId }: CrashStack, type: string): Promise<number> {
  const { body } = await console.call("GET", `/index-versions/${indexId}/roster?type=${type}&limit=1&state=found`);
  return RosterPage.parse(body).total ?? 0;
}

test(`[I13] a roster import goes on after kill -9, ${KILLS} times, seed ${testSeed}`, async () => {
  const random = createRandom(testSeed);
  await using stack = await startCrashStack({ writes: false });
  await stack.service.control("PUT", "/dials", { latencyMs: [20, 60] });
  const schedules = (await stack.service.roster()).slice(0, LINES);
  const begun = await stack.console.call("POST", `/index-versions/${stack.indexId}/roster-imports`, {
    from: "text",
    text: [...schedules, "no id of anybody"].join("\n"),
  });
  const { id } = RosterImport.parse(begun.body);
  let killedWhileReading = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(random.below(400));
    if ((await importOf(stack, id)).state === "running") killedWhileReading += 1;
    await stack.console.stop("SIGKILL");
    await stack.console.start();
  }
  expect(killedWhileReading).toBeGreaterThan(0);
  const done = await until(
    "the import is done",
    () => importOf(stack, id),
    ({ state }) => state === "done",
  );
  expect(done.lines).toMatchObject({ total: LINES + 1, waiting: 0, found: LINES, failed: 0 });
  const [practitioners, found] = [await countOf(stack, "practitioner"), await countOf(stack, "schedule")];
  expect(found).toBeGreaterThanOrEqual(LINES);
  expect(done.records).toMatchObject({ practitioners, schedules: found });
  expect(done.mayBeTakenBack).toBe(true);
});
