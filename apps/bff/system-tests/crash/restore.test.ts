import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ActivityPage, type Change } from "@dc/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  changesOf,
  checkWrites,
  type CrashStack,
  onTheWay,
  stage,
  startCrashStack,
} from "#system-tests/crash/crash-stack.ts";
import { runCommand, type ServerProcess, startServer } from "@dc/tooling/testing/server-process";
import { until } from "@dc/tooling/testing/until";
import { testEvidence } from "#/testing/evidence.ts";

// Proves (F39): a backup that is taken while changes are sent, restored in a new place after the first one is lost with all that
// it did since: nothing that was acknowledged before the backup is missing, what was sent after it is found and sent by nobody
// again, and the journal, the changes and the service's own ledger agree. Cannot prove: how long a large store takes, which
// `pnpm bench restore` measures.

// Two on each schedule, which are one write.
const CHANGES = 32;
const latency = { latencyMs: [240, 480] };

let stack: CrashStack;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "test-restore-"));
  stack = await startCrashStack({ writes: true });
  await stack.service.control("PUT", "/dials", latency);
});
afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command as an operator does; throws with what it said unless it did its work. */
async function run(command: string, file: string, env: { [name: string]: string }): Promise<void> {
  const { code, out, err } = await runCommand(command, [file], env);
  if (code !== 0) throw new Error(out + err);
}

async function journalOf(console: ServerProcess): Promise<ActivityPage["items"]> {
  const items: ActivityPage["items"] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const after: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = ActivityPage.parse((await console.call("GET", `/activity?limit=200${after}`)).body);
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

const statesOf = (changes: readonly Change[]) => new Map(changes.map(({ id, state }) => [id, state]));

test("a backup during an apply, restored elsewhere, ends what it began, and sends nothing twice", async () => {
  const { service, console } = stack;
  const { changeSet, changes } = await stage(stack, CHANGES);
  const applied = await console.call("POST", `/change-sets/${changeSet.id}/apply`, {
    version: changeSet.version,
    evidence: testEvidence,
  });
  expect(applied.status).toBe(200);
  await until(
    "some changes are applied",
    () => changesOf(stack, changeSet.id),
    (now) => now.filter(({ state }) => state === "applied").length >= 4,
  );
  // However long the backup takes, something is left to be sent after it.
  await service.control("PUT", "/dials", { latencyMs: [2_000, 3_000] });
  const journalBefore = await journalOf(console);
  const before = await changesOf(stack, changeSet.id);
  const file = join(folder, "store.gz");
  await run("backup", file, { DATA_DIR: console.dataDir, HOST: "127.0.0.1", PORT: new URL(console.url).port });
  const backedUp = await changesOf(stack, changeSet.id);
  await service.control("PUT", "/dials", latency);
  const underWay = backedUp.filter(({ state }) => state === "sending").length;
  await until(
    "more was sent after the backup than was on its way then",
    () => changesOf(stack, changeSet.id),
    (now) => appliedIn(now) >= Math.min(CHANGES, appliedIn(backedUp) + underWay + 3),
  );
  await console.stop("SIGKILL");
  const writesOfTheLost = (await service.ledger()).length;

  const dataDir = join(folder, "restored");
  await run("restore", file, { DATA_DIR: dataDir });
  copyFileSync(join(console.dataDir, "secret.key"), join(dataDir, "secret.key"));
  await using restored = await startServer({ service, writes: true, dataDir });
  const there: CrashStack = { ...stack, console: restored };

  // What was acknowledged before the backup is there, as it was or further on.
  const first = await changesOf(there, changeSet.id);
  expect(first.map(({ id }) => id).toSorted()).toEqual(changes.map(({ id }) => id).toSorted());
  for (const [id, state] of statesOf(before)) if (state === "applied") expect(statesOf(first).get(id)).toBe("applied");
  const journal = await journalOf(restored);
  // An entry gets its number when it is sealed, which may have been after it was read.
  const unnumbered = (entry: ActivityPage["items"][number]) => JSON.stringify({ ...entry, number: null });
  const kept = new Set(journal.map(unnumbered));
  expect(journalBefore.filter((entry) => !kept.has(unnumbered(entry)))).toEqual([]);
  const numbers = new Map(journal.map(({ id, number }) => [id, number]));
  const numbered = journalBefore.filter(({ number }) => number !== null);
  expect(numbered.filter(({ id, number }) => numbers.get(id) !== number)).toEqual([]);

  const ended = await until(
    "the change set has ended",
    () => changesOf(there, changeSet.id),
    (now) => !now.some(({ state }) => onTheWay.includes(state)),
  );
  expect(ended.map(({ state, because }) => ({ state, because }))).toEqual(
    ended.map(() => ({ state: "applied", because: null })),
  );
  await checkWrites(there, ended);
  // The lost place had sent some that the restored one found instead of sending them.
  expect(ended.filter(({ receipt }) => receipt?.foundNotSent === true).length).toBeGreaterThan(0);
  const writes = (await service.ledger()).filter(({ kind }) => kind === "schedule");
  expect([writes.length, writesOfTheLost > appliedIn(before) / 2]).toEqual([CHANGES / 2, true]);
}, 300_000);

function appliedIn(changes: readonly Change[]): number {
  return changes.filter(({ state }) => state === "applied").length;
}
