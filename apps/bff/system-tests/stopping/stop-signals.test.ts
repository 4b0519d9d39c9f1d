import { ActivityPage, Change, ChangePage, ChangeSet, Creation, StagedChanges } from "@dc/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type ServerProcess, startServer } from "@dc/tooling/testing/server-process";
import { type ServiceProcess, startService } from "@dc/tooling/testing/service-process";
import { until } from "@dc/tooling/testing/until";
import { planChanges } from "#system-tests/plan-changes.ts";
import { testEvidence } from "#/testing/evidence.ts";

// Proves: a signal stops the real server between two calls, as the service counts them; what was on its way is told as
// unknown and settled, and what was not sent goes on after SIGTERM and waits for a person after SIGINT.

const CHANGES = 6;
const ON_THE_WAY = ["queued", "sending", "deferred", "unknown"];
const State = z.object({ requests: z.object({ total: z.int(), inFlight: z.int() }) });

let service: ServiceProcess;
let console: ServerProcess;
let setId: string;
beforeEach(async () => {
  service = await startService({ writes: true });
});
afterEach(async () => {
  await console[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test("[H2] SIGTERM stops between two calls, and the next start goes on by itself", async () => {
  await applyUntilWriteIsUnderWay({ answeredAfterMs: 1_500 });
  await stopWithoutAnotherCall("SIGTERM");
  await console.start();
  const ended = await changesOnceAtRest();
  expect(ended.map(({ state, because }) => ({ state, because }))).toEqual(
    ended.map(() => ({ state: "applied", because: null })),
  );
  expect(await writes()).toBe(CHANGES);
});

test("[H1] SIGTERM waits for a call without an answer, and no longer than it may", async () => {
  await applyUntilWriteIsUnderWay({ answeredAfterMs: 9_000 });
  const underWay = (await changes()).filter(({ state }) => state === "sending").map(({ id }) => id);
  await stopWithoutAnotherCall("SIGTERM");
  await console.start();
  const stopped = await changes();
  expect(stopped.filter(({ id, state }) => underWay.includes(id) && state === "sending")).toEqual([]);
  // By now a reading may have settled it; the journal keeps what it was told as.
  const { items } = ActivityPage.parse((await console.call("GET", "/activity?action=change.unknown")).body);
  expect(items.map(({ subject }) => subject)).toEqual(underWay);
});

test("SIGINT leaves what was not sent until a person sends it", async () => {
  await applyUntilWriteIsUnderWay({ answeredAfterMs: 1_500 });
  await stopWithoutAnotherCall("SIGINT");
  const written = await writes();
  await console.start();
  const waiting = await until(
    "the lost reply is settled",
    changes,
    (all) => !all.some(({ state }) => state === "unknown" || state === "sending"),
  );
  const heldBack = waiting.filter(({ state }) => state === "deferred");
  expect(heldBack).toHaveLength(CHANGES - 1);
  expect(waiting.filter(({ state }) => state !== "deferred" && state !== "applied")).toEqual([]);
  expect(await writes()).toBe(written);

  const path = `/change-sets/${heldBack[0]?.changeSetId}`;
  const { version, paused } = ChangeSet.parse((await console.call("GET", path)).body);
  expect(paused).toMatchObject({ by: { kind: "console" } });
  expect((await console.call("POST", `${path}/resume`, { version })).status).toBe(200);
  expect((await changesOnceAtRest()).map(({ state }) => state)).toEqual(waiting.map(() => "applied"));
  expect(await writes()).toBe(CHANGES);
});

test("SIGINT within the five seconds of an undo sends nothing", async () => {
  console = await startServer({ service, writes: true });
  await apply();
  await stopWithoutAnotherCall("SIGINT");
  await console.start();
  const stopped = await changes();
  expect(stopped.map(({ state }) => state)).toEqual(stopped.map(() => "deferred"));
  expect(await writes()).toBe(0);
});

async function apply(): Promise<void> {
  const created = Creation.parse((await console.call("POST", "/index-versions", { name: "Stopped" })).body);
  const changes = await planChanges(service, CHANGES);
  const staged = await console.call("POST", `/index-versions/${created.indexId}/changes`, { changes });
  expect(staged.status, JSON.stringify(staged.body)).toBe(201);
  const { changeSet } = StagedChanges.parse(staged.body);
  setId = changeSet.id;
  const input = { version: changeSet.version, evidence: testEvidence };
  expect((await console.call("POST", `/change-sets/${setId}/apply`, input)).status).toBe(200);
}

/** The first write of the set is under way, and nothing else. */
async function applyUntilWriteIsUnderWay({ answeredAfterMs }: { answeredAfterMs: number }): Promise<void> {
  console = await startServer({ service, writes: true, settings: { TEST_WAIT_MS: "300" } });
  await service.control("POST", "/faults", { kind: "slow", ms: answeredAfterMs, method: "POST", path: "^/schedules/" });
  await apply();
  await until("a write is under way", changes, (all) => all.some(({ state }) => state === "sending"));
  await until("it has reached the service", requests, ({ inFlight }) => inFlight === 1);
}

/** Signals the server, and compares what the service was asked before and after. */
async function stopWithoutAnotherCall(signal: NodeJS.Signals): Promise<void> {
  const before = await requests();
  expect(await console.stop(signal)).toBe(0);
  const after = await until("the service is done", requests, ({ inFlight }) => inFlight === 0);
  expect(after.total).toBe(before.total + before.inFlight);
}

async function requests(): Promise<z.infer<typeof State>["requests"]> {
  return State.parse(await service.control("GET", "/state")).requests;
}

async function writes(): Promise<number> {
  return (await service.ledger()).filter(({ kind }) => kind === "schedule").length;
}

async function changes(): Promise<Change[]> {
  return ChangePage.parse((await console.call("GET", `/change-sets/${setId}/changes?limit=200`)).body).items;
}

async function changesOnceAtRest(): Promise<Change[]> {
  return await until(
    "the change set has ended",
    changes,
    (all) => !all.some(({ state }) => ON_THE_WAY.includes(state)),
  );
}
