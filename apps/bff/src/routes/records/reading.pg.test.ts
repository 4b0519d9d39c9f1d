import {
  ActivityPage,
  Creation,
  ImportedPlans,
  IndexVersion,
  IndexVersionPage,
  PlanPage,
  PractitionerView,
  RosterPage,
  SearchResults,
} from "@dc/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, driftBase, read, sampleSchedules, readImport } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describeOnPostgres("the reading half on PostgreSQL", () => {
  let testApp: TestApp;
  let indexId: string;
  let importId: string | null;
  let practitionerId: string;
  beforeAll(async () => {
    const store = await openTestStoreOnPostgres();
    testApp = await createTestApp({ store });
    ({ indexId, importId } = await createDirectory(testApp, {
      name: "Élm Street",
      roster: [...sampleSchedules(testApp, 12), "?? 12", "sch_ZZZZZZZZ"].join("\n"),
    }));
    practitionerId = (await read(testApp, RosterPage, `/index-versions/${indexId}/roster`)).items[0]?.record.id ?? "";
  });
  afterAll(async () => await testApp?.[Symbol.asyncDispose]());

  test("an import ends, with its lines counted", async () => {
    expect(await readImport(testApp, importId)).toMatchObject({
      state: "done",
      lines: { total: 14, found: 12, missing: 1, bad: 1 },
    });
  });

  test.for(["name", "need", "added"])("rosters page by %s", async (sort) => {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: RosterPage = await read(
        testApp,
        RosterPage,
        `/index-versions/${indexId}/roster?type=schedule&sort=${sort}&limit=5${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      seen.push(...page.items.map(({ record }) => record.id));
      cursor = page.nextCursor;
    }
    expect(seen.toSorted()).toEqual([...sampleSchedules(testApp, 12), "sch_ZZZZZZZZ"].toSorted());
  });

  test.for(["need", "name", "recent", "roster", "overrides"])("index versions page by %s", async (sort) => {
    const page = await read(testApp, IndexVersionPage, `/index-versions?sort=${sort}&q=elm`);
    expect(page).toMatchObject({ total: 1, items: [{ id: indexId, roster: { schedules: 13, waiting: 0 } }] });
  });

  test("a base that moved is seen, counted and listed first", async () => {
    await driftBase(testApp, { type: "practitioner", id: practitionerId, set: { preferred_name: "Moved" } });
    const shown = await read(
      testApp,
      PractitionerView,
      `/index-versions/${indexId}/practitioners/${practitionerId}?maxAge=0&raw=1`,
    );
    expect(shown.practitioner.comparison.verdict).toBe("base moved");
    expect(
      (await read(testApp, RosterPage, `/index-versions/${indexId}/roster?sort=need&limit=1`)).items[0]?.record.id,
    ).toBe(practitionerId);
    expect(await read(testApp, IndexVersion, `/index-versions/${indexId}`)).toMatchObject({
      counts: { "base moved": 1 },
    });
  });

  test("plans are imported and searched, people are found, the journal is read", async () => {
    const taken = await testApp.signedIn("POST", `${CONNECTION_API}/plans/import`, {
      csv: testApp.sandbox.samples.plans,
    });
    expect(ImportedPlans.parse(await taken.json()).problems).toEqual([]);
    expect((await read(testApp, PlanPage, "/plans?limit=5")).items).toHaveLength(5);
    expect((await read(testApp, SearchResults, "/search?q=elm%20street")).indexVersions).toHaveLength(1);
    expect((await read(testApp, SearchResults, `/search?q=${practitionerId}`)).practitioners).toHaveLength(1);
    expect((await read(testApp, ActivityPage, "/activity?limit=3")).items).toHaveLength(3);
  });

  test("the same creation cannot be under way twice", async () => {
    await testApp.sandbox.control.request("/faults", {
      method: "POST",
      body: JSON.stringify({ kind: "reset-after", method: "POST", path: "/index_version" }),
      headers: { "Content-Type": "application/json" },
    });
    const lost = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions`, { name: "Lost" });
    expect(Creation.parse(await lost.json()).state).toBe("unknown");
    expect((await testApp.signedIn("POST", `${CONNECTION_API}/index-versions`, { name: "Lost" })).status).toBe(409);
  });
});
