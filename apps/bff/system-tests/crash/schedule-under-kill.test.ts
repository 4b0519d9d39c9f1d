import { ActivityPage, ChangeSet } from "@dc/contract";
import { testServerFlags } from "@dc/tooling/testing/initial-store";
import { until } from "@dc/tooling/testing/until";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { testEvidence } from "#/testing/evidence.ts";
import { changesOf, checkWrites, onTheWay, stage, startCrashStack } from "#system-tests/crash/crash-stack.ts";
import { createRandom, testSeed } from "#system-tests/random.ts";

// Proves: a server that is killed with -9 before the hour of a scheduled set, while it begins, while it reads, while it sends,
// and afterwards applies the set once, as whoever scheduled it. The clock of its machine is put on to that hour.

const HOUR_MS = 3_600_000;
const CHANGES = 20;

/** Puts the clock of the process on by the milliseconds of CLOCK_AHEAD_MS. */
const clockAhead = `data:text/javascript,${encodeURIComponent(`
  const { now } = Date;
  const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);
  globalThis.Date = class extends Date {
    constructor(...given) { given.length === 0 ? super(now() + ahead) : super(...given); }
    static now() { return now() + ahead; }
  };
`)}`;

test("[L5] kill -9 before, at and after the hour of a scheduled set: it is applied once, as whoever scheduled it", async () => {
  await using stack = await startCrashStack({
    writes: true,
    nodeFlags: [...testServerFlags, "--import", clockAhead],
  });
  const { console: server, service } = stack;
  const settings = { required: 0, ownCounts: true, applyAgeHours: 0 };
  expect((await server.call("PUT", "/approval-settings", settings)).status).toBe(200);
  const { changeSet, changes: staged } = await stage(stack, CHANGES);
  const path = `/change-sets/${changeSet.id}`;
  const now = async () => ChangeSet.parse((await server.call("GET", path)).body);
  const said = await server.call("PATCH", path, { version: changeSet.version, evidence: testEvidence });
  expect(said.status).toBe(200);
  const hour = new Date(Math.floor(Date.now() / HOUR_MS + 1) * HOUR_MS);
  const { version } = await now();
  const asked = { version, day: hour.toISOString().slice(0, 10), hour: hour.getUTCHours() };
  const scheduled = ChangeSet.parse((await server.call("POST", `${path}/schedule`, asked)).body);
  expect(scheduled).toMatchObject({ state: "draft", schedule: { at: hour.toISOString() } });
  /** Kills the server, and starts it on a machine whose clock stands so far from the hour. */
  const restart = async (fromHourMs: number) => {
    await server.stop("SIGKILL");
    await server.start({ CLOCK_AHEAD_MS: String(hour.getTime() + fromHourMs - Date.now()) });
  };
  const random = createRandom(testSeed);

  await restart(-60_000);
  expect(await now(), "before its hour").toMatchObject({
    state: "draft",
    schedule: scheduled.schedule,
    checking: null,
  });

  // Killed before its hour, started after it, and killed again while that begins.
  await service.control("PUT", "/dials", { latencyMs: 1_000 });
  await restart(1_000);
  await sleep(random.below(300));
  await restart(5_000);
  const begun = await until("its hour is caught up", now, ({ schedule }) => schedule === null);
  expect(begun).toMatchObject({ state: "checking", checking: { by: scheduled.schedule?.by } });

  await until("it is read", now, ({ checking }) => checking === null || checking.read > 0);
  await restart(60_000);
  await service.control("PUT", "/dials", { latencyMs: [10, 40] });
  const isSent = ({ counts }: ChangeSet) => counts.applied + counts.failed > 0;
  await until("the first is sent", now, isSent);
  await restart(120_000);
  const ended = await until(
    "the change set has ended",
    async () => await changesOf(stack, changeSet.id),
    (rows) => rows.every(({ state }) => state !== "draft" && !onTheWay.includes(state)),
  );
  await restart(HOUR_MS);
  const after = await changesOf(stack, changeSet.id);
  expect(after).toEqual(ended);
  expect(after.map(({ id }) => id).toSorted()).toEqual(staged.map(({ id }) => id).toSorted());
  expect(after.map(({ state }) => state)).toEqual(after.map(() => "applied"));
  await checkWrites(stack, after);
  expect(await now()).toMatchObject({ state: "applied", schedule: null, appliedBy: scheduled.schedule?.by });
  const { items } = ActivityPage.parse((await server.call("GET", `/activity?subject=${changeSet.id}&limit=200`)).body);
  const times = (action: string) => items.filter((entry) => entry.action === action).length;
  expect([times("change-set.scheduled-apply"), times("change-set.apply")]).toEqual([1, 1]);
});
