import { type Change, ChangeSet, Creation } from "@dc/contract";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  changesOf,
  checkCounts,
  checkWrites,
  type CrashStack,
  onTheWay,
  stage,
  startCrashStack,
} from "#system-tests/crash/crash-stack.ts";
import { until } from "@dc/tooling/testing/until";
import { type Random, createRandom, testSeed } from "#system-tests/random.ts";
import { testEvidence } from "#/testing/evidence.ts";

// Proves: kill -9 of the real server at random moments of an apply loses no staged or held change, marks no change
// applied that the service's ledger does not have, applies none twice, and the change set ends, counted in every list. Cannot prove: that
// every single step survives (the random histories kill at each step in process), or what a power cut does to the disk.

const KILLS = Number(process.env["TEST_KILLS"] ?? 20);
const CHANGES = Number(process.env["TEST_CHANGES"] ?? 40);

/** Applies, kills at random moments of the sending, and starts again until the set has ended. */
async function applyUnderKills(stack: CrashStack, random: Random, kills: number): Promise<Change[]> {
  const { changeSet, changes } = await stage(stack, CHANGES);
  const applied = await stack.console.call("POST", `/change-sets/${changeSet.id}/apply`, {
    version: changeSet.version,
    evidence: testEvidence,
  });
  expect(applied.status).toBe(200);
  for (let kill = 0; kill < kills; kill += 1) {
    const before = await changesOf(stack, changeSet.id);
    await until(
      "the sending goes on",
      () => changesOf(stack, changeSet.id),
      (now) => moved(before, now) || !now.some(({ state }) => onTheWay.includes(state)),
    );
    await sleep(random.below(120));
    await stack.console.stop("SIGKILL");
    await stack.console.start();
    const now = await changesOf(stack, changeSet.id);
    expect(now.map(({ id }) => id).toSorted()).toEqual(changes.map(({ id }) => id).toSorted());
    await checkWrites(stack, now);
  }
  const ended = await until(
    "the change set has ended",
    () => changesOf(stack, changeSet.id),
    (now) => !now.some(({ state }) => onTheWay.includes(state)),
  );
  await checkCounts(stack, ended);
  return ended;
}

function moved(before: readonly Change[], now: readonly Change[]): boolean {
  return now.some(({ id, state }) => before.find((change) => change.id === id)?.state !== state);
}

describe(`kill -9 of the server during an apply, ${KILLS} times, seed ${testSeed}`, { timeout: 60_000 * KILLS }, () => {
  test("with the stub every change ends held, and nothing reaches the service", async () => {
    await using stack = await startCrashStack({ writes: false, roster: CHANGES });
    const changes = await applyUnderKills(stack, createRandom(testSeed), Math.floor(KILLS / 2));
    expect(changes.map(({ state }) => state)).toEqual(changes.map(() => "held"));
    expect((await stack.service.ledger()).filter(({ kind }) => kind === "schedule")).toEqual([]);
  });

  test("with the write endpoints every change ends applied, once", async () => {
    await using stack = await startCrashStack({ writes: true, roster: CHANGES });
    await stack.service.control("PUT", "/dials", { latencyMs: [10, 40] });
    const changes = await applyUnderKills(stack, createRandom(testSeed + 1), Math.ceil(KILLS / 2));
    expect(changes.map(({ state, because }) => ({ state, because }))).toEqual(
      changes.map(() => ({ state: "applied", because: null })),
    );
    await checkWrites(stack, changes);
  });
});

test(
  "[U11] kill -9 while a set is checked: each start goes on with what is left, and it is applied once",
  {
    timeout: 300_000,
  },
  async () => {
    await using stack = await startCrashStack({ writes: true });
    const settings = { required: 0, ownCounts: true, applyAgeHours: 0 };
    expect((await stack.console.call("PUT", "/approval-settings", settings)).status).toBe(200);
    const { changeSet } = await stage(stack, CHANGES);
    const path = `/change-sets/${changeSet.id}`;
    const now = async () => ChangeSet.parse((await stack.console.call("GET", path)).body);
    await stack.service.control("PUT", "/dials", { latencyMs: 1_500 });
    const asked = { version: changeSet.version, evidence: testEvidence };
    expect((await stack.console.call("POST", `${path}/apply`, asked)).status).toBe(202);
    const random = createRandom(testSeed + 2);
    let read = 0;
    let kills = 0;
    for (let last = await now(); last.checking !== null && kills < 3; last = await now()) {
      const before = read;
      const next = await until("the check goes on", now, ({ checking }) => checking === null || checking.read > before);
      if (next.checking === null) break;
      await sleep(random.below(500));
      await stack.console.stop("SIGKILL");
      await stack.console.start();
      kills += 1;
      const kept = (await now()).checking;
      // What was read and kept is not read again.
      expect(kept === null || kept.read >= next.checking.read).toBe(true);
      read = kept?.read ?? read;
    }
    expect(kills).toBeGreaterThan(1);
    await stack.service.control("PUT", "/dials", { latencyMs: 0 });
    const changes = await until(
      "the change set has ended",
      async () => await changesOf(stack, changeSet.id),
      (rows) => rows.every(({ state }) => state !== "draft" && !onTheWay.includes(state)),
    );
    expect(changes.map(({ state }) => state)).toEqual(changes.map(() => "applied"));
    await checkWrites(stack, changes);
  },
);

describe("a creation whose reply was lost", { timeout: 300_000 }, () => {
  test("stays unknown over kill -9, is never asked for again, and is settled by adopting what was made", async () => {
    await using stack = await startCrashStack({ writes: false });
    const { console, service } = stack;
    const lost = await loseReply(stack, "Lost");
    expect(lost.state).toBe("unknown");
    const again = await console.call("POST", "/index-versions", { name: "Lost" });
    expect(again).toMatchObject({ status: 409, body: { code: "outcome_unknown" } });
    await console.stop("SIGKILL");
    await console.start();
    expect((await console.call("GET", `/creations/${lost.id}`)).body).toMatchObject({
      state: "unknown",
      indexId: null,
    });
    expect((await console.call("POST", "/index-versions", { name: "Lost" })).status).toBe(409);
    const made = (await service.ledger()).filter(({ after }) => JSON.stringify(after).includes('"Lost"'));
    expect(made).toHaveLength(1);
    const indexId = /idx_[0-9A-Za-z]+/.exec(JSON.stringify(made[0]))?.[0];
    const settled = await console.call("POST", `/creations/${lost.id}/settle`, { as: "adopted", indexId });
    expect(settled).toMatchObject({ status: 200, body: { indexId } });
    expect((await console.call("GET", `/index-versions/${indexId}`)).status).toBe(200);
    expect(await service.posts(/^\/index_version$/)).toBe(2);
  });

  test("is unknown after a kill between the request and its reply, with no second request", async () => {
    await using stack = await startCrashStack({ writes: false });
    const { console, service } = stack;
    await service.control("POST", "/faults", { kind: "slow", ms: 3000, method: "POST", path: "index_version" });
    const asking = console.call("POST", "/index-versions", { name: "Cut off" }).catch(() => undefined);
    await until(
      "the console says that it is sending",
      () => console.call("GET", "/creations?open=1"),
      ({ body }) => JSON.stringify(body).includes("Cut off"),
    );
    const inFlight = async () =>
      z.object({ requests: z.object({ inFlight: z.int() }) }).parse(await service.control("GET", "/state")).requests
        .inFlight;
    await until("the service has the request", inFlight, (count) => count === 1);
    await console.stop("SIGKILL");
    await asking;
    await console.start();
    const open = z.object({ items: z.array(Creation) }).parse((await console.call("GET", "/creations?open=1")).body);
    expect(open.items).toMatchObject([{ name: "Cut off", state: "unknown" }]);
    await until("the service has done what it was asked", inFlight, (count) => count === 0);
    expect((await console.call("POST", "/index-versions", { name: "Cut off" })).status).toBe(409);
    expect(await service.posts(/^\/index_version$/)).toBe(2);
  });
});

async function loseReply({ console, service }: CrashStack, name: string): Promise<Creation> {
  await service.control("POST", "/faults", { kind: "reset-after", method: "POST", path: "index_version" });
  const answer = await console.call("POST", "/index-versions", { name });
  expect(answer.status).toBe(202);
  return Creation.parse(answer.body);
}
