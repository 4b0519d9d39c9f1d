import { Inbox, type IndexVersion, Overview, RosterPage } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { applyChanges, change } from "#/testing/changes.ts";
import { arm, createDirectory, driftBase, read, requestsFor, sampleSchedules } from "#/testing/directory.ts";
import { bodyOf } from "#/testing/change-set-requests.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { startReadsInTime } from "#/background-work.ts";
import { READ_AGAIN, readAgain } from "./read-again.ts";

const HOUR_MS = 3_600_000;

describe("reading again, on the embedded store", () => {
  testReadingAgain(async () => await createTestApp({ sandbox: { practitioners: 50 } }));
});
describeOnPostgres("reading again, on PostgreSQL", () => {
  testReadingAgain(
    async () => await createTestApp({ sandbox: { practitioners: 50 }, store: await openTestStoreOnPostgres() }),
  );
});

const run = async (app: TestApp) => await readAgain(app.deps, new AbortController().signal);

function testReadingAgain(open: () => Promise<TestApp>): void {
  test("[Z1] [Z3] what moved overnight stands in the inbox and on the overview, and nobody opened its page", async () => {
    await using app = await open();
    const [schedule = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { name: "Elm", roster: schedule });
    const asked = () => requestsFor(app, new RegExp(schedule, "u"));
    const before = asked();
    await driftBase(app, { type: "schedule", id: schedule, set: { name: "Moved overnight" } });
    await run(app);
    app.clock.advance(23 * HOUR_MS);
    await run(app);
    expect(asked(), "a reading of the last day is young").toBe(before);

    app.clock.advance(2 * HOUR_MS);
    await run(app);
    expect((await read(app, Inbox, "/inbox")).items).toMatchObject([
      { kind: "moved", count: 1, index: { id: indexId, name: "Elm" } },
    ]);
    expect((await read(app, Overview, "/overview")).directories).toMatchObject({ baseMoved: 1, settled: 0 });
    const once = asked();
    await run(app);
    app.clock.advance(HOUR_MS);
    await run(app);
    expect(asked()).toBe(once);
  });

  test("[Z1] a directory says how old its readings may become, or that nothing is read by itself", async () => {
    await using app = await open();
    const [schedule = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { roster: schedule });
    const set = async (readAgainHours: number) => {
      const { version } = await bodyOf<IndexVersion>(
        await app.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}`),
      );
      const body = { version, readAgainHours };
      const answer = await app.signedIn("PATCH", `${CONNECTION_API}/index-versions/${indexId}`, body);
      expect([answer.status, (await bodyOf<IndexVersion>(answer)).readAgainHours]).toEqual([200, readAgainHours]);
    };
    const asked = () => requestsFor(app, new RegExp(schedule, "u"));
    const before = asked();
    await set(0);
    app.clock.advance(1000 * HOUR_MS);
    await run(app);
    expect(asked()).toBe(before);
    await set(2000);
    await run(app);
    expect(asked()).toBe(before);
    await set(72);
    await run(app);
    expect(asked()).toBeGreaterThan(before);
  });

  test("[Z1] a directory that somebody looks at is read before those with overrides, and before those due longer", async () => {
    await using app = await open();
    const [first = "", second = ""] = sampleSchedules(app, 2);
    const { indexId: elm } = await createDirectory(app, { name: "Elm", roster: first });
    await applyChanges(app, elm, [change({ type: "schedule", id: first }, "name", { op: "set", value: "Ours" })]);
    await app.sendDue();
    const { indexId } = await createDirectory(app, { name: "Oak", roster: second });
    app.clock.advance(25 * HOUR_MS);
    const asked = (id: string) => requestsFor(app, new RegExp(id, "u"));
    const [ofFirst, ofSecond] = [asked(first), asked(second)];
    const page = { kind: "practitioner", indexId, practitionerId: "prac_any" };
    expect((await app.signedIn("PUT", `${CONNECTION_API}/page-visits/vis_${"a".repeat(16)}`, { page })).status).toBe(
      200,
    );
    await run(app);
    expect([asked(first) > ofFirst, asked(second) > ofSecond]).toEqual([false, true]);
    await run(app);
    expect(asked(first)).toBeGreaterThan(ofFirst);
  });

  test("[Z1] all directories that are due are read one after another, without a wait between them", async () => {
    await using app = await open();
    const schedules = sampleSchedules(app, 3);
    for (const schedule of schedules) await createDirectory(app, { name: schedule, roster: schedule });
    app.clock.advance(25 * HOUR_MS);
    const asked = () => schedules.map((schedule) => requestsFor(app, new RegExp(schedule, "u")));
    const before = asked();
    startReadsInTime(app.deps);
    app.deps.background.trigger(READ_AGAIN);
    await app.deps.background.idle();
    expect(asked().map((count, at) => count > (before[at] ?? 0))).toEqual([true, true, true]);
  });

  test("[Z4] it is paused for the whole connection and told on the overview; resumed, what is old is read", async () => {
    await using app = await open();
    const [schedule = ""] = sampleSchedules(app, 1);
    await createDirectory(app, { roster: schedule });
    app.clock.advance(25 * HOUR_MS);
    const asked = () => requestsFor(app, new RegExp(schedule, "u"));
    const before = asked();
    const turn = async (to: string, by = app.signedIn) => (await by("POST", `${CONNECTION_API}/reading/${to}`)).status;
    const paused = async () => (await read(app, Overview, "/overview")).readings.paused;
    const viewer = await app.enter({ name: "Viewer", roles: [{ role: "viewer", referrers: null }] });
    expect([
      await turn("pause", viewer.signedIn),
      await turn("resume"),
      await turn("pause"),
      await turn("pause"),
    ]).toEqual([403, 409, 200, 409]);
    expect(await paused()).toMatchObject({ by: { name: "Ada Admin" }, at: app.clock.now().toISOString() });
    await run(app);
    expect(asked()).toBe(before);
    expect([await turn("resume"), await paused()]).toEqual([200, null]);
    await run(app);
    expect(asked()).toBeGreaterThan(before);
  });

  test("[Z2] what cannot be read is tried again later, and the others are read meanwhile", async () => {
    await using app = await open();
    const [schedule = "", other = ""] = sampleSchedules(app, 2);
    const { indexId } = await createDirectory(app, { name: "Elm", roster: schedule });
    app.clock.advance(HOUR_MS);
    await createDirectory(app, { name: "Oak", roster: other });
    app.clock.advance(25 * HOUR_MS);
    const asked = (id: string) => requestsFor(app, new RegExp(id, "u"));
    const [first, second] = [asked(schedule), asked(other)];
    await arm(app, { kind: "status", status: 403, method: "GET", index: indexId, times: 100 });
    await run(app);
    await run(app);
    const failing = asked(schedule);
    expect([failing > first, asked(other) > second]).toEqual([true, true]);
    await run(app);
    expect(asked(schedule), "not before ten minutes").toBe(failing);
    app.clock.advance(HOUR_MS);
    await run(app);
    expect(asked(schedule)).toBeGreaterThan(failing);
  });

  test("[Z2] many of the oldest records that always fail let the others have their turn, and are tried again after them", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { roster: sampleSchedules(app, 60).join("\n") });
    const idsOf = async (type: string) => {
      const { items } = await read(app, RosterPage, `/index-versions/${indexId}/roster?limit=100&type=${type}`);
      return items.map(({ record }) => record.id).toSorted();
    };
    const [practitioners, schedules] = [await idsOf("practitioner"), await idsOf("schedule")];
    expect(practitioners.length + schedules.length).toBeGreaterThan(50);
    const [first = "", last = ""] = [practitioners[0], schedules.at(-1)];
    const asked = (id: string) => requestsFor(app, new RegExp(id, "u"));
    app.clock.advance(25 * HOUR_MS);
    const path = `^(?!/schedules/${last})`;
    await arm(app, { kind: "status", status: 403, method: "GET", path, times: 10_000 });
    const before = asked(last);
    await run(app);
    expect(asked(last)).toBe(before);
    app.clock.advance(HOUR_MS);
    const tried = asked(first);
    await run(app);
    expect(asked(last), "its turn").toBeGreaterThan(before);
    app.clock.advance(HOUR_MS);
    await run(app);
    app.clock.advance(HOUR_MS);
    await run(app);
    expect(asked(first), "tried again").toBeGreaterThan(tried);
  });
}
