import { Connection, PractitionerView, Problem, RecordView, RosterPage } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { retainJournal } from "#/journal/retain.ts";
import { sealJournal } from "#/journal/seal.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { applyChanges, change } from "#/testing/changes.ts";
import { createDirectory, arm, driftBase, journalOf, read, requestsFor, sampleSchedules } from "#/testing/directory.ts";

describe("the practitioner page", () => {
  let testApp: TestApp;
  let indexId: string;
  let practitionerId: string;
  beforeAll(async () => {
    testApp = await createTestApp();
    ({ indexId } = await createDirectory(testApp, { roster: sampleSchedules(testApp, 6).join("\n") }));
    const page = await read(testApp, RosterPage, `/index-versions/${indexId}/roster`);
    practitionerId = page.items[0]?.record.id ?? "";
  });
  afterAll(async () => await testApp[Symbol.asyncDispose]());
  const view = async (query = "", id = practitionerId) =>
    await read(testApp, PractitionerView, `/index-versions/${indexId}/practitioners/${id}${query}`);

  test("a practitioner of a fresh index is the same as the standard, with its schedules, its place and an observed original", async () => {
    const shown = await view();
    expect(shown.practitioner.comparison).toMatchObject({
      presence: "both",
      verdict: "same",
      record: { type: "practitioner", id: practitionerId },
    });
    expect(shown.schedules.length).toBeGreaterThan(0);
    expect(shown.schedules.map(({ comparison }) => comparison.verdict)).toEqual(shown.schedules.map(() => "same"));
    expect(shown.practitioner.original?.provenance).toBe("observed");
    expect(shown.practitioner.raw).toBeNull();
    expect(shown.roster).toMatchObject({ position: 1, previousId: null, source: "paste", addedBy: "Ada Admin" });
    expect(shown.index).toEqual({ id: indexId, name: "Referrer A", readOnly: false });
    expect(shown.plans.length).toBeGreaterThan(0);
    expect(shown.plans.every(({ source, name }) => source === "seen" && name === null)).toBe(true);
    expect([shown.changes, shown.draft]).toEqual([[], null]);
  });

  test("raw=1 adds the records as the service spells them, and the pointers that count nowhere", async () => {
    const { practitioner } = await view("?raw=1");
    expect(practitioner.raw?.here).toEqual(practitioner.raw?.effective);
    expect(practitioner.raw?.ignored).toEqual(["/last_change"]);
    expect(practitioner.here).toMatchObject({
      state: "found",
      method: "GET",
      path: `/practitioners/${practitionerId}`,
      status: 200,
      stale: false,
      failed: null,
    });
  });

  test("what is younger than maxAge is not asked for again, and equal reads in flight are one", async () => {
    await view("?maxAge=3600");
    const before = requestsFor(testApp, /./);
    await view("?maxAge=3600");
    expect(requestsFor(testApp, /./)).toBe(before);
    testApp.sandbox.dials.latencyMs = 300;
    const one = requestsFor(testApp, new RegExp(practitionerId));
    const request = { indexId, type: "practitioner", id: practitionerId, maxAge: 0 };
    const readings = await Promise.all(Array.from({ length: 8 }, () => refreshReading(testApp.context.deps, request)));
    testApp.sandbox.dials.latencyMs = 0;
    expect(readings.map(({ state }) => state)).toEqual(readings.map(() => "found"));
    expect(requestsFor(testApp, new RegExp(practitionerId)) - one).toBe(1);
  });

  test("a base that moves after the copy is seen at the next reading, and counted for the lists", async () => {
    await driftBase(testApp, { type: "practitioner", id: practitionerId, set: { preferred_name: "Moved" } });
    expect((await view("?maxAge=0")).practitioner.comparison).toMatchObject({ verdict: "base moved" });
    const page = await read(testApp, RosterPage, `/index-versions/${indexId}/roster?sort=need`);
    expect(page.items[0]).toMatchObject({ record: { id: practitionerId }, counts: { "base moved": 1, conflict: 0 } });
  });

  test("a failed read gives what is kept, marked stale, with the failure in our words and the service's", async () => {
    await view("?maxAge=0");
    await arm(testApp, { kind: "status", status: 503, path: "/practitioners/", index: indexId, times: 3 });
    const { practitioner } = await view("?maxAge=0");
    testApp.sandbox.faults.clear();
    expect(practitioner.here).toMatchObject({
      state: "found",
      stale: true,
      failed: { code: "service_refused", words: { status: 503 } },
    });
    expect(practitioner.comparison.flags).toContain("stale");
  });

  test("where nothing is kept and the read fails, there is no verdict", async () => {
    const fresh = await createDirectory(testApp, { name: "Unread" });
    await arm(testApp, { kind: "reset-before", path: "/practitioners/", index: fresh.indexId, times: 3 });
    const shown = await read(
      testApp,
      PractitionerView,
      `/index-versions/${fresh.indexId}/practitioners/${practitionerId}`,
    );
    testApp.sandbox.faults.clear();
    expect(shown.practitioner.here).toMatchObject({
      state: "not read",
      fetchedAt: null,
      failed: { code: "service_unreachable" },
    });
    expect(shown.practitioner.comparison).toMatchObject({ presence: "not read", verdict: null });
    expect(shown.roster).toBeNull();
  });

  test("the standard index is read-only, and the same as itself", async () => {
    const shown = await read(testApp, PractitionerView, `/index-versions/idx_standard/practitioners/${practitionerId}`);
    expect(shown.index).toMatchObject({ id: "idx_standard", readOnly: true });
    expect(shown.practitioner.comparison.verdict).toBe("same");
    expect(shown.practitioner.original).toBeNull();
  });

  test("against another directory there is only same and differs", async () => {
    const other = await createDirectory(testApp, { name: "Other" });
    const shown = await view(`?against=${other.indexId}&maxAge=0`);
    expect(shown.against).toEqual({ id: other.indexId, name: "Other" });
    expect(shown.practitioner.comparison.verdict).toBe("differs");
  });

  test("an id that the service does not have is missing on both sides, with its answer", async () => {
    const shown = await view("", "nobody1234");
    expect(shown.practitioner).toMatchObject({
      name: null,
      comparison: { presence: "in neither", verdict: null },
      here: { state: "missing", status: 404 },
    });
  });

  test("one schedule is shown alone", async () => {
    const id = (await view()).schedules[0]?.record.id;
    const shown = await read(testApp, RecordView, `/index-versions/${indexId}/schedules/${id}`);
    expect(shown).toMatchObject({ record: { type: "schedule", id }, comparison: { verdict: "same" } });
  });

  test("an index version that is not known here does not exist, and a wrong query is named", async () => {
    const unknown = await testApp.signedIn(
      "GET",
      `${CONNECTION_API}/index-versions/idx_nowhere/practitioners/${practitionerId}`,
    );
    expect([unknown.status, Problem.parse(await unknown.json()).code]).toEqual([404, "not_found"]);
    const wrong = await testApp.signedIn(
      "GET",
      `${CONNECTION_API}/index-versions/${indexId}/practitioners/${practitionerId}?maxAge=soon`,
    );
    expect([wrong.status, Problem.parse(await wrong.json()).errors?.[0]?.pointer]).toEqual([400, "?maxAge"]);
  });

  test("nobody reads without a session", async () => {
    expect(
      (await testApp.request("GET", `${CONNECTION_API}/index-versions/${indexId}/practitioners/${practitionerId}`))
        .status,
    ).toBe(401);
  });
});

test("who withdrew a change is told also once the journal of that day is removed", async () => {
  await using app = await createTestApp();
  const { indexId } = await createDirectory(app, { roster: sampleSchedules(app, 1).join("\n") });
  const roster = await read(app, RosterPage, `/index-versions/${indexId}/roster`);
  const record = { type: "practitioner", id: roster.items[0]?.record.id ?? "" };
  const [id] = await applyChanges(app, indexId, [change(record, "displayName", { op: "set", value: "Ours" })]);
  await app.sendDue();
  const bea = await app.enter({ name: "Bea", roles: [{ role: "editor", referrers: null }] });
  const answer = await bea.signedIn("POST", `${CONNECTION_API}/changes/${id}/withdraw`, {
    reason: "They took it back",
  });
  expect(answer.status).toBe(200);
  const { wholeStore, clock, newId } = app.deps;
  const journal = { store: wholeStore, wholeStore, now: () => clock.now(), newId, keepJournalDays: 1 };
  await sealJournal(journal);
  // A segment ends with its month; what happens then begins another one.
  app.clock.advance(60 * 86_400_000);
  const later = await app.enter({ name: "Cy", roles: [{ role: "viewer", referrers: null }] });
  await sealJournal(journal);
  expect(await retainJournal(journal)).toBeUndefined();
  expect(await journalOf(app, id)).toEqual([]);
  const path = `${CONNECTION_API}/index-versions/${indexId}/practitioners/${record.id}`;
  const view = PractitionerView.parse(await (await later.signedIn("GET", path)).json());
  expect(view.withdrawn).toMatchObject([{ change: { id }, by: { name: "Bea" } }]);
});

test("a reading is old past the limit of the settings, which the connection tells", async () => {
  const hour = 3_600_000;
  await using testApp = await createTestApp({ staleAfterMs: 48 * hour });
  expect((await read(testApp, Connection, "")).staleAfterS).toBe(172_800);
  const [id = ""] = sampleSchedules(testApp, 1);
  const { indexId } = await createDirectory(testApp, { roster: id });
  const view = async (maxAge: number) =>
    (await read(testApp, RecordView, `/index-versions/${indexId}/schedules/${id}?maxAge=${maxAge}`)).here;
  expect(await view(0)).toMatchObject({ stale: false });
  testApp.clock.advance(48 * hour);
  expect(await view(31_536_000)).toMatchObject({ stale: false });
  testApp.clock.advance(1_000);
  expect(await view(31_536_000)).toMatchObject({ stale: true, failed: null });
});
