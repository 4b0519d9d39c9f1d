import { Change, ChangePage, ChangeSet, Creation, type Operation } from "@dc/contract";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  startConsoleProcess,
  startServiceProcess,
  type ConsoleProcess,
  type ServiceProcess,
  type ServiceEntry,
  until,
} from "#system-tests/processes.ts";
import { type Random, createRandom, testSeed } from "#system-tests/random.ts";
import { testEvidence } from "#/testing/evidence.ts";

// Proves: kill -9 of the real server at random moments of an apply loses no staged or held change, marks no change
// applied that the service's ledger does not have, applies none twice, and the change set ends. Cannot prove: that
// every single step survives (the random histories kill at each step in process), or what a power cut does to the disk.

const KILLS = Number(process.env["TEST_KILLS"] ?? 20);
const CHANGES = Number(process.env["TEST_CHANGES"] ?? 40);
const Staged = z.object({ changeSet: ChangeSet, changes: z.array(Change) });

interface CrashStack extends AsyncDisposable {
  service: ServiceProcess;
  console: ConsoleProcess;
  indexId: string;
}

async function startCrashStack({ writes }: { writes: boolean }): Promise<CrashStack> {
  const service = await startServiceProcess({ writes });
  const console = await startConsoleProcess(service, { writes });
  const created = Creation.parse((await console.call("POST", "/index-versions", { name: "Killed" })).body);
  if (created.indexId === null) throw new Error("The index version was not created.");
  return {
    service,
    console,
    indexId: created.indexId,
    async [Symbol.asyncDispose]() {
      await console[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Stages two changes a schedule, each adding a different plan, so that every change can be found in the ledger. */
async function stage({ service, console, indexId }: CrashStack): Promise<z.infer<typeof Staged>> {
  const schedules = (await service.roster()).slice(0, Math.ceil(CHANGES / 2));
  const plans = await service.plans();
  const changes = await Promise.all(
    Array.from({ length: CHANGES }, async (_, at) => {
      const id = schedules[at % schedules.length] ?? "";
      const taken = plansIn(await service.read(`/schedules/${id}`));
      const free = plans.filter((plan) => !taken.includes(plan));
      const element = free[Math.floor(at / schedules.length)];
      if (element === undefined) throw new Error(`${id} takes every plan.`);
      return {
        record: { type: "schedule", id },
        field: "acceptedInsurances",
        operation: { op: "add", element } satisfies Operation,
      };
    }),
  );
  const answer = await console.call("POST", `/index-versions/${indexId}/changes`, { changes });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return Staged.parse(answer.body);
}

async function changesOf({ console }: CrashStack, setId: string): Promise<Change[]> {
  return ChangePage.parse((await console.call("GET", `/change-sets/${setId}/changes?limit=200`)).body).items;
}

const onTheWay = ["approved", "sending", "deferred", "unknown"];

/** Applies, kills at random moments of the sending, and starts again until the set has ended. */
async function applyUnderKills(stack: CrashStack, random: Random, kills: number): Promise<Change[]> {
  const { changeSet, changes } = await stage(stack);
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
    await stack.console.kill();
    await stack.console.start();
    const now = await changesOf(stack, changeSet.id);
    expect(now.map(({ id }) => id).toSorted()).toEqual(changes.map(({ id }) => id).toSorted());
    await checkWrites(stack, now);
  }
  return await until(
    "the change set has ended",
    () => changesOf(stack, changeSet.id),
    (now) => !now.some(({ state }) => onTheWay.includes(state)),
  );
}

function moved(before: readonly Change[], now: readonly Change[]): boolean {
  return now.some(({ id, state }) => before.find((change) => change.id === id)?.state !== state);
}

async function checkWrites({ service, indexId }: CrashStack, changes: readonly Change[]): Promise<void> {
  const entries = (await service.ledger()).filter(
    ({ operation }) => operation !== "createIndexVersion" && operation !== "index_version.create",
  );
  const writes = entries.filter(({ kind }) => kind === "schedule");
  for (const { index, before, after } of writes) {
    expect(index).toBe(indexId);
    expect(plansIn(after), "a write that changed nothing was executed twice").not.toEqual(plansIn(before));
  }
  for (const change of changes) {
    const times = writes.filter((entry) => brought(entry, change)).length;
    if (change.state === "applied") expect(times, `${change.id} is applied`).toBe(1);
    else expect(times, `${change.id} is ${change.state}`).toBeLessThanOrEqual(1);
  }
}

function brought({ record, before, after }: ServiceEntry, change: Change): boolean {
  const { operation } = change;
  return (
    operation.op === "add" &&
    typeof operation.element === "string" &&
    record === change.record.id &&
    plansIn(after).includes(operation.element) &&
    !plansIn(before).includes(operation.element)
  );
}

/** The plans of a record are the list of ids with the plans' prefix, whatever its name. */
function plansIn(record: unknown): string[] {
  return (JSON.stringify(record).match(/ins_[0-9A-Za-z]+/g) ?? []).toSorted();
}

describe(`kill -9 of the server during an apply, ${KILLS} times, seed ${testSeed}`, { timeout: 60_000 * KILLS }, () => {
  test("with the stub every change ends held, and nothing reaches the service", async () => {
    await using stack = await startCrashStack({ writes: false });
    const changes = await applyUnderKills(stack, createRandom(testSeed), Math.floor(KILLS / 2));
    expect(changes.map(({ state }) => state)).toEqual(changes.map(() => "held"));
    expect((await stack.service.ledger()).filter(({ kind }) => kind === "schedule")).toEqual([]);
  });

  test("with the write endpoints every change ends applied, once", async () => {
    await using stack = await startCrashStack({ writes: true });
    await stack.service.control("PUT", "/dials", { latencyMs: [10, 40] });
    const changes = await applyUnderKills(stack, createRandom(testSeed + 1), Math.ceil(KILLS / 2));
    expect(changes.map(({ state, because }) => ({ state, because }))).toEqual(
      changes.map(() => ({ state: "applied", because: null })),
    );
    await checkWrites(stack, changes);
  });
});

describe("a creation whose reply was lost", { timeout: 300_000 }, () => {
  test("stays unknown over kill -9, is never asked for again, and is settled by adopting what was made", async () => {
    await using stack = await startCrashStack({ writes: false });
    const { console, service } = stack;
    const lost = await loseReply(stack, "Lost");
    expect(lost.state).toBe("unknown");
    const again = await console.call("POST", "/index-versions", { name: "Lost" });
    expect(again).toMatchObject({ status: 409, body: { code: "outcome_unknown" } });
    await console.kill();
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
    await console.kill();
    await asking;
    await console.start();
    const open = z.object({ items: z.array(Creation) }).parse((await console.call("GET", "/creations?open=1")).body);
    expect(open.items).toMatchObject([{ name: "Cut off", state: "unknown" }]);
    await until(
      "the service has done what it was asked",
      () => service.control("GET", "/state"),
      (state) => z.object({ requests: z.object({ inFlight: z.int() }) }).parse(state).requests.inFlight === 0,
    );
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
