import { IndexVersionPage, Overview, PractitionerView, VerificationPage, UndecidedPage } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { applyChanges, change } from "#/testing/changes.ts";
import { createDirectory, driftBase, read, sampleSchedules } from "#/testing/directory.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

const DAY_MS = 86_400_000;

describe("the overview, on the embedded store", () => {
  testOverview(async () => await createTestApp({ sandbox: { practitioners: 50 } }));
});
describeOnPostgres("the overview, on PostgreSQL", () => {
  testOverview(
    async () => await createTestApp({ sandbox: { practitioners: 50 }, store: await openTestStoreOnPostgres() }),
  );
});

const dayOf = (app: TestApp, days = 0) =>
  new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

function testOverview(open: () => Promise<TestApp>): void {
  test("tells what waits for a decision in which directory, since when, and what one change of the standard data reached", async () => {
    await using app = await open();
    const [schedule = "", other = ""] = sampleSchedules(app, 2);
    const indexIds: string[] = [];
    for (const name of ["Elm", "Oak", "Ash"])
      indexIds.push((await createDirectory(app, { name, roster: schedule })).indexId);
    const [elm = ""] = indexIds;
    await createDirectory(app, { name: "Quiet", roster: other });
    const overview = async () => await read(app, Overview, "/overview");
    expect(await overview()).toMatchObject({
      directories: { total: 4, conflict: 0, outside: 0, baseMoved: 0, settled: 4, overridden: 0 },
      unsettled: [],
      settled: [{ name: "Ash" }, { name: "Elm" }, { name: "Oak" }, { name: "Quiet", overrides: false }],
      reached: [],
      readings: { week: 0, older: 0, never: 0 },
      becameLive: [],
    });

    await applyChanges(app, elm, [change({ type: "schedule", id: schedule }, "name", { op: "set", value: "Ours" })]);
    await app.sendDue();
    expect(await overview()).toMatchObject({
      directories: { settled: 4, overridden: 1 },
      becameLive: [{ week: 0, changes: 1 }],
    });

    const practitioners = await read(app, VerificationPage, `/verifications?due=all&indexId=${elm}`);
    const practitionerId = practitioners.items[0]?.practitionerId ?? "";
    const compareAll = async () => {
      for (const indexId of indexIds)
        await read(app, PractitionerView, `/index-versions/${indexId}/practitioners/${practitionerId}?maxAge=0`);
    };
    const drift = async (name: string) => {
      await driftBase(app, { type: "schedule", id: schedule, set: { name } });
      await compareAll();
    };
    app.clock.advance(DAY_MS);
    const movedAt = app.clock.now().toISOString();
    await drift("Moved");
    app.clock.advance(3 * DAY_MS);
    await drift("Moved once more");
    const moved = await overview();
    expect(moved).toMatchObject({
      directories: { total: 4, conflict: 1, outside: 0, baseMoved: 2, settled: 1, overridden: 0 },
      settled: [{ name: "Quiet" }],
      reached: [{ day: movedAt.slice(0, 10), directories: 3, records: 1 }],
      readings: { older: 0 },
      due: [{ week: 12 }],
    });
    const since = { fields: 1, since: movedAt };
    expect(moved.unsettled).toMatchObject([
      { index: { name: "Elm" }, conflict: since, baseMoved: null, overrides: 1, held: 1, overdue: 0 },
      { index: { name: "Ash" }, conflict: null, baseMoved: since, overrides: 0, applied: [] },
      { index: { name: "Oak" }, conflict: null, baseMoved: since },
    ]);
    expect(moved.unsettled[0]?.applied).toEqual([dayOf(app, -4)]);
    const listed = async (filter: string) => {
      const { items, total } = await read(app, IndexVersionPage, `/index-versions?${filter}`);
      expect(total).toBe(items.length);
      return items.map(({ label, name }) => label ?? name ?? "").toSorted((a, b) => a.localeCompare(b));
    };
    expect(await listed("waits=conflict")).toEqual(["Elm"]);
    expect(await listed("waits=base moved")).toEqual(["Ash", "Oak"]);
    expect([await listed("waits=outside"), await listed("waits=nothing")]).toEqual([[], ["Quiet"]]);
    expect(await listed("waits=nothing&q=elm")).toEqual([]);
    const day = movedAt.slice(0, 10);
    expect([await listed(`reached=${day}`), await listed(`reached=${dayOf(app)}`)]).toEqual([
      ["Ash", "Elm", "Oak"],
      [],
    ]);
    const undecidedOf = async (only: string) =>
      (await read(app, UndecidedPage, `/index-versions/${indexIds[1]}/undecided?only=${only}`)).total;
    expect([await undecidedOf("base moved"), await undecidedOf("outside"), await undecidedOf("moved")]).toEqual([
      1, 0, 1,
    ]);
    expect([await listed("read=day"), await listed("read=older"), await listed("read=never")]).toEqual([
      ["Ash", "Elm", "Oak"],
      [],
      [],
    ]);
    expect(await listed("read=week")).toContain("Quiet");

    app.clock.advance(100 * DAY_MS);
    const late = await overview();
    expect(late.unsettled[0]).toMatchObject({ conflict: since, overdue: 1 });
    expect(late.becameLive).toEqual([{ week: 14, changes: 1 }]);
    expect([late.readings.day, late.readings.older > 0, late.due[0]?.week]).toEqual([0, true, -2]);
    expect([await listed("read=day"), await listed("read=older")]).toEqual([[], ["Ash", "Elm", "Oak", "Quiet"]]);
  });

  test("[E7] counts what readers had within two business days after it was reported, and what took longer", async () => {
    await using app = await open();
    const [schedule = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { roster: schedule });
    const reported = { ...testEvidence, verifiedOn: dayOf(app, -10) };
    const name = change({ type: "schedule", id: schedule }, "name", { op: "set", value: "Told long ago" });
    const zone = change({ type: "schedule", id: schedule }, "timeZone", { op: "set", value: "America/Chicago" });
    await applyChanges(app, indexId, [{ ...name, evidence: reported }, zone]);
    await app.sendDue();
    const toReaders = async () => (await read(app, Overview, "/overview")).toReaders;
    const { mostDays, ...counts } = await toReaders();
    expect(counts).toEqual({ inTime: 1, later: 1 });
    expect(mostDays).toBeGreaterThan(5);
    const holidays = Array.from({ length: 10 }, (_, days) => dayOf(app, -days));
    const settings = { askAgainAfterDays: 90, holidays };
    expect((await app.signedIn("PUT", `${CONNECTION_API}/verification-settings`, settings)).status).toBe(200);
    expect(await toReaders()).toEqual({ inTime: 2, later: 0, mostDays: 0 });
  });
}
