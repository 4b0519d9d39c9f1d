import { ChangeSetPage, Connection, IndexVersion, RecordView, Referrer, WaitingCounts } from "@dc/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { applyChanges, change } from "#/testing/changes.ts";
import { bodyOf, type Staged } from "#/testing/change-set-requests.ts";
import { createDirectory, driftBase, read, sampleSchedules } from "#/testing/directory.ts";
import { testEvidence } from "#/testing/evidence.ts";

const DAY_MS = 86_400_000;
const none: WaitingCounts = {
  alarms: 0,
  unknown: 0,
  held: 0,
  creations: 0,
  conflicts: 0,
  lateRequests: 0,
  overdue: 0,
  inbox: 0,
  inboxNew: 0,
};

let app: TestApp;
let elm: string;
let record: { type: "schedule"; id: string };
beforeAll(async () => {
  app = await createTestApp({ sandbox: { practitioners: 50 } });
  record = { type: "schedule", id: sampleSchedules(app, 1)[0] ?? "" };
  elm = (await createDirectory(app, { name: "Elm", roster: record.id })).indexId;
  await createDirectory(app, { name: "Oak", roster: record.id });
});
afterAll(async () => await app[Symbol.asyncDispose]());

const counts = async () => await read(app, WaitingCounts, "/waiting-counts");

async function holdName(name: string, reviewBy: string | null): Promise<void> {
  const operation = { op: "set", value: name };
  const staged = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${elm}/changes`, {
    changes: [{ record, field: "name", operation }],
  });
  const { id, version } = (await bodyOf<Staged>(staged)).changeSet;
  const evidence = { ...testEvidence, reviewBy };
  await app.signedIn("POST", `${CONNECTION_API}/change-sets/${id}/apply`, { version, evidence });
  await app.sendDue();
  await app.deps.background.idle();
}

async function countsOfViewer(name: string): Promise<WaitingCounts> {
  const { items } = z
    .looseObject({ items: z.array(Referrer) })
    .parse(await bodyOf(await app.signedIn("GET", `${CONNECTION_API}/referrers?q=${name}`)));
  const referrers = items.map(({ id }) => id);
  expect(referrers).toHaveLength(1);
  const { signedIn } = await app.enter({ name: `Viewer of ${name}`, roles: [{ role: "viewer", referrers }] });
  return WaitingCounts.parse(await bodyOf(await signedIn("GET", `${CONNECTION_API}/waiting-counts`)));
}

test("what waits is counted, and of referrers that somebody does not see nothing is", async () => {
  expect(await counts()).toEqual(none);
  await holdName("Ours", new Date(app.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10));
  expect(await counts()).toEqual({ ...none, held: 1 });

  await driftBase(app, { ...record, set: { name: "Moved" } });
  await read(app, RecordView, `/index-versions/${elm}/schedules/${record.id}?maxAge=0`);
  await app.deps.background.idle();
  expect(await counts()).toEqual({ ...none, held: 1, conflicts: 1, inbox: 1, inboxNew: 1 });

  app.clock.advance(DAY_MS);
  expect(await counts(), "on the day itself a review is in time").toMatchObject({ overdue: 0 });
  app.clock.advance(DAY_MS);
  const all = { ...none, held: 1, conflicts: 1, overdue: 1, inbox: 2, inboxNew: 2 };
  expect(await counts()).toEqual(all);
  // What moved waits for those who may stage.
  expect(await countsOfViewer("Elm")).toEqual({ ...all, inbox: 1, inboxNew: 1 });
  expect(await countsOfViewer("Oak")).toEqual(none);

  await app.deps.store.db.updateTable("change").set({ state: "unknown" }).where("state", "=", "held").execute();
  expect(await counts()).toEqual({ ...all, held: 0, unknown: 1, inbox: 3, inboxNew: 3 });
});

test("conflicts of a directory that was archived wait for nobody", async () => {
  const before = await counts();
  await app.deps.store.db
    .updateTable("index_version")
    .set({ archived_at: app.clock.now() })
    .where("id", "=", elm)
    .execute();
  expect([before.conflicts, (await counts()).conflicts]).toEqual([1, 0]);
});

test("changes of a directory that was archived are counted as long as their change sets are listed", async () => {
  await app.deps.store.db.updateTable("change").set({ state: "held" }).where("state", "=", "unknown").execute();
  const { items } = await read(app, ChangeSetPage, "/change-sets?state=held");
  const listed = items.filter(({ indexId }) => indexId === elm).reduce((sum, { counts: { held } }) => sum + held, 0);
  expect([listed, (await counts()).held]).toEqual([1, 1]);
  await app.deps.store.db.updateTable("change").set({ state: "unknown" }).where("state", "=", "held").execute();
});

test.for([
  { timeZone: "Pacific/Kiritimati", at: "T18:00:00Z", overdue: 1 },
  { timeZone: "America/New_York", at: "T01:00:00Z", overdue: 0 },
  { timeZone: undefined, at: "T18:00:00Z", overdue: 0 },
])("what is overdue is counted by the day in $timeZone, alike everywhere", async ({ timeZone, at, overdue }) => {
  await using other = await createTestApp({
    sandbox: { practitioners: 50 },
    profile: "of the sandbox",
    extendProfile: (text) => JSON.stringify({ ...JSON.parse(text), timeZone }),
  });
  const { indexId } = await createDirectory(other, { name: "Elm", roster: record.id });
  const dayAfter = new Date(other.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  const evidence = { reason: "Said so", source: null, verifiedOn: null, reviewBy: dayAfter, from: null, until: null };
  const named = change(record, "name", { op: "set", value: "Ours" });
  await applyChanges(other, indexId, [{ ...named, evidence }]);
  await other.sendDue();
  // On the day itself, or in the first hours of the next one.
  const next = at.startsWith("T01") ? DAY_MS : 0;
  other.clock.advance(Date.parse(`${dayAfter}${at}`) + next - other.clock.now().getTime());
  const counted = await read(other, WaitingCounts, "/waiting-counts");
  const listed = await read(other, IndexVersion, `/index-versions/${indexId}`);
  const { timeZone: told } = await read(other, Connection, "");
  expect([counted.overdue, listed.roster.overdue, told]).toEqual([overdue, overdue, timeZone ?? "UTC"]);
});
