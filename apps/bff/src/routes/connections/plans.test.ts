import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ActivityPage,
  Connection,
  ImportedPlans,
  PlanPage,
  PractitionerView,
  Problem,
  RosterPage,
  Samples,
  SearchResults,
} from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, arm, journalOf, read, sampleSchedules } from "#/testing/directory.ts";

describe("plans, search, connection, samples and activity", () => {
  let testApp: TestApp;
  let indexId: string;
  let practitioner: { id: string; name: string };
  beforeAll(async () => {
    const samplesDir = mkdtempSync(join(tmpdir(), "samples-"));
    testApp = await createTestApp({ samplesDir });
    writeFileSync(join(samplesDir, "roster.csv"), testApp.sandbox.samples.roster);
    writeFileSync(join(samplesDir, "plans.csv"), testApp.sandbox.samples.plans);
    ({ indexId } = await createDirectory(testApp, {
      name: "Évry Cardiology",
      roster: sampleSchedules(testApp, 4).join("\n"),
    }));
    const entry = (await read(testApp, RosterPage, `/index-versions/${indexId}/roster`)).items[0];
    practitioner = { id: entry?.record.id ?? "", name: entry?.name ?? "" };
  });
  afterAll(async () => await testApp[Symbol.asyncDispose]());

  test("plan ids that were met are in the catalogue nameless, until a catalogue names them", async () => {
    const seen = await read(testApp, PlanPage, "/plans?limit=200");
    expect(seen.items.length).toBeGreaterThan(0);
    expect(seen.items.every(({ source, name }) => source === "seen" && name === null)).toBe(true);
    const take = async (csv: string) =>
      ImportedPlans.parse(await (await testApp.signedIn("POST", `${CONNECTION_API}/plans/import`, { csv })).json());
    const first = await take(testApp.sandbox.samples.plans);
    expect(first.problems).toEqual([]);
    expect(first.changed).toBe(seen.items.length);
    expect(await take(testApp.sandbox.samples.plans)).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: first.added + first.changed,
    });
    const shown = await read(testApp, PractitionerView, `/index-versions/${indexId}/practitioners/${practitioner.id}`);
    expect(shown.plans.every(({ name }) => name !== null)).toBe(true);
    expect(await journalOf(testApp, testApp.deps.connection.id)).toContain("plan.import");
  });

  test("a plan that is called what is looked for comes before one that only begins with it, page by page", async () => {
    const csv = "id,payer,plan\nins_s1,Aardvark,Zed Students\nins_s2,Zulu,Student\nins_s3,Acme,Student + Dependents\n";
    expect((await testApp.signedIn("POST", `${CONNECTION_API}/plans/import`, { csv })).status).toBe(200);
    const found: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const at: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page = await read(testApp, PlanPage, `/plans?q=student&limit=1${at}`);
      found.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    const ours = found.filter((id) => ["ins_s1", "ins_s2", "ins_s3"].includes(id));
    expect(ours).toEqual(["ins_s2", "ins_s3", "ins_s1"]);
  });

  test("a row of a catalogue without a plan id is named, and the rest is taken", async () => {
    const answer = await testApp.signedIn("POST", `${CONNECTION_API}/plans/import`, {
      csv: "id,payer,plan\nins_new1,Payer,Gold\nwrong,Payer,Silver\n",
    });
    expect(ImportedPlans.parse(await answer.json())).toMatchObject({
      added: 1,
      problems: [{ line: 3, detail: expect.stringContaining("is not a plan id") }],
    });
    expect((await read(testApp, PlanPage, "/plans?q=gold")).items.map(({ id }) => id)).toContain("ins_new1");
    expect((await testApp.signedIn("POST", `${CONNECTION_API}/plans/import`, { csv: "" })).status).toBe(400);
    expect((await testApp.request("POST", `${CONNECTION_API}/plans/import`, { csv: "x" })).status).toBe(401);
  });

  test("takes 20,000 rows below the one that names the columns, and no more", async () => {
    const importing = async (rows: number) =>
      await testApp.signedIn("POST", `${CONNECTION_API}/plans/import`, {
        csv: `Plans of 2026\nid,payer,plan\n${"wrong,Payer,Silver\n".repeat(rows)}`,
      });
    const taken = ImportedPlans.parse(await (await importing(20_000)).json());
    expect(taken.problemCount).toBe(20_000);
    const refused = await importing(20_001);
    expect(refused.status).toBe(400);
    expect(Problem.parse(await refused.json()).detail).toContain("20001");
  });

  test.for(["respelled", "seed:2"])("%s: a plan id is what this service marks so", async (spelling) => {
    await using other = await createTestApp({ sandbox: { spelling, practitioners: 1 }, profile: "of the sandbox" });
    const csv = `${other.sandbox.samples.plans}ins_new1,Payer,Gold,PPO\n`;
    const answer = await other.signedIn("POST", `${CONNECTION_API}/plans/import`, { csv });
    expect(ImportedPlans.parse(await answer.json())).toMatchObject({
      added: csv.trim().split("\n").length - 2,
      problems: [{ text: expect.stringContaining("ins_new1") }],
    });
  });

  test("the palette finds index versions and people by name, without accents", async () => {
    const found = await read(testApp, SearchResults, "/search?q=evry");
    const referrer = { referrer: "Dr. Évry Cardiology", referrerPractitionerId: null };
    expect(found.indexVersions).toEqual([{ id: indexId, name: "Évry Cardiology", ...referrer }]);
    const people = await read(
      testApp,
      SearchResults,
      `/search?q=${encodeURIComponent(practitioner.name)}&indexId=${indexId}`,
    );
    expect(people.practitioners[0]).toEqual({
      id: practitioner.id,
      name: practitioner.name,
      preferredName: expect.toSatisfy((name: unknown) => name === null || typeof name === "string"),
      phone: null,
      directories: [{ indexId, indexName: "Évry Cardiology" }],
      directoryCount: 1,
    });
    const [schedule] = sampleSchedules(testApp, 1);
    expect((await read(testApp, SearchResults, `/search?q=${schedule}`)).schedules[0]).toMatchObject({
      id: schedule,
      directories: [{ indexId, indexName: "Évry Cardiology" }],
    });
    expect((await testApp.signedIn("GET", `${CONNECTION_API}/search?q=`)).status).toBe(400);
  });

  test("the connection answers health, capabilities and meanings, and never the key", async () => {
    const answer = await testApp.signedIn("GET", CONNECTION_API);
    const text = await answer.text();
    const shown = Connection.parse(JSON.parse(text));
    expect(shown).toMatchObject({ mode: "test", defaultRegion: "US", samples: true, health: { state: "up" } });
    expect(shown.capabilities.find(({ operation }) => operation === "updateSchedule")).toMatchObject({
      capability: "stub",
      heldChanges: 0,
      method: null,
    });
    expect(shown.capabilities.find(({ operation }) => operation === "readSchedule")).toMatchObject({
      capability: "documented",
      title: "Read a schedule",
    });
    expect(shown.recordTypes.find(({ type }) => type === "schedule")?.meanings).toContainEqual({
      key: "acceptedInsurances",
      kind: "set",
      label: "Accepted insurances",
      labelInSentence: "accepted insurances",
      writable: true,
      heldBy: "schedule",
      phoneParts: null,
      holdsOne: false,
      choices: null,
      range: null,
      setContent: "plans",
      refersTo: null,
    });
    expect(shown.rosterIds).toEqual({
      schedulePrefix: "sch_",
      practitionerPrefix: "",
      otherPrefixes: {
        pt_: "a patient id",
        ins_: "a plan id",
        idx_: "an index version id",
        apt_: "an appointment id",
      },
      lookUps: [],
    });
    expect(text).not.toContain("test_sandbox_key");
  });

  test("a service that fails is reported as down, then as up again", async () => {
    await arm(testApp, { kind: "status", status: 503, path: "/practitioners/", times: 3 });
    testApp.clock.advance(1_000);
    await read(testApp, PractitionerView, `/index-versions/idx_standard/practitioners/${practitioner.id}?maxAge=0`);
    testApp.sandbox.faults.clear();
    expect((await read(testApp, Connection, "")).health).toMatchObject({
      state: "down",
      detail: "The service answered with status 503.",
    });
    testApp.clock.advance(1_000);
    await read(testApp, PractitionerView, `/index-versions/idx_standard/practitioners/${practitioner.id}?maxAge=0`);
    expect((await read(testApp, Connection, "")).health.state).toBe("up");
  });

  test("the samples are the sandbox's files, and without files there are none", async () => {
    expect(await read(testApp, Samples, "/samples")).toEqual({
      roster: testApp.sandbox.samples.roster,
      plans: testApp.sandbox.samples.plans,
    });
    await using bare = await createTestApp();
    const answer = await bare.signedIn("GET", `${CONNECTION_API}/samples`);
    expect([answer.status, Problem.parse(await answer.json()).code]).toEqual([404, "not_found"]);
  });

  test("the journal is read newest first, page by page, and by index", async () => {
    const page = await read(testApp, ActivityPage, `/activity?indexId=${indexId}&limit=2`);
    expect(page.items.map(({ action }) => action)).toEqual(["roster.read", "index-version.create"]);
    const next = await read(testApp, ActivityPage, `/activity?indexId=${indexId}&limit=2&cursor=${page.nextCursor}`);
    expect(next.items.map(({ action }) => action)).toEqual(["roster.add"]);
    expect(next.nextCursor).toBeNull();
    expect(page.items[1]).toMatchObject({
      sentence: "Ada Admin created the index version “Évry Cardiology”",
      actor: { name: "Ada Admin" },
    });
  });
});
