import { ActivityPage, ChangePage, Creation, CreationPage, PractitionerView, RosterPage } from "@dc/contract";
import { membersOf, phoneKey, phonesOf, phoneToJson } from "@dc/directory";
import { expect, test } from "vitest";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { startNewDirectories } from "./start-from-directory.ts";
import { startBackgroundWork } from "#/background-work.ts";
import { createBackground } from "#/runtime/background.ts";
import { createSender } from "#/sending/sender.ts";
import { underTaskLease } from "#/store/lease.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, driftBase, journalOf, read, readImport, sampleSchedules } from "#/testing/directory.ts";
import { giveRoles } from "#/testing/people/give-roles.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";

const evidence = {
  reason: "The practice called",
  source: "phone",
  verifiedOn: "2026-11-19",
  reviewBy: "2027-01-01",
  from: null,
  until: null,
};
const addPlan = (id: string, element: string) => ({
  record: { type: "schedule", id },
  field: "acceptedInsurances",
  operation: { op: "add" as const, element },
  policy: "follow" as const,
  evidence,
});

/** A directory with two schedules, each with a held override, and a draft on the first. */
async function overriddenDirectory(testApp: TestApp) {
  const [first = "", second = ""] = sampleSchedules(testApp, 2);
  const { indexId } = await createDirectory(testApp, { name: "Elm Street", roster: `${first}\n${second}` });
  const { changeSet } = await stageChanges(testApp.context, {
    indexId,
    changes: [addPlan(first, "ins_new00001"), addPlan(second, "ins_new00002")],
  });
  await applyChangeSet(testApp.context, changeSet.id, { version: changeSet.version, evidence: testEvidence });
  testApp.clock.advance(5_000);
  await createSender(testApp.deps).runDue();
  await stageChanges(testApp.context, { indexId, changes: [addPlan(first, "ins_new00003")] });
  return { indexId, first, second };
}

const createFrom = async (testApp: TestApp, indexId: string, more: object) => {
  const answer = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions`, {
    name: "Oak Street",
    startFrom: { kind: "overrides", indexId },
    ...more,
  });
  const { id } = Creation.parse(await answer.json());
  await testApp.deps.background.idle();
  return await read(testApp, Creation, `/creations/${id}`);
};

test("live overrides on the new roster become drafts of one set, with their evidence and policy; drafts do not", async () => {
  await using testApp = await createTestApp();
  const { indexId, first } = await overriddenDirectory(testApp);
  const creation = await createFrom(testApp, indexId, { roster: first });
  const changes = await read(testApp, ChangePage, `/change-sets/${creation.changeSetId}/changes`);
  expect(
    changes.items.map(({ record, operation, state, policy, evidence: given }) => ({
      record: record.id,
      operation,
      state,
      policy,
      given,
    })),
  ).toEqual([
    {
      record: first,
      operation: { op: "add", element: "ins_new00001" },
      state: "draft",
      policy: "follow",
      given: evidence,
    },
  ]);
  expect(await journalOf(testApp, creation.id)).toEqual(["creation.send", "creation.start"]);
  const practitionerId = (await read(testApp, RosterPage, `/index-versions/${creation.indexId}/roster`)).items[0]
    ?.record.id;
  const shown = await read(
    testApp,
    PractitionerView,
    `/index-versions/${creation.indexId}/practitioners/${practitionerId}`,
  );
  expect(shown.draft).toMatchObject({ changeSetId: creation.changeSetId, name: "From another directory", changes: 1 });
});

test("without a roster the other directory's is taken first", async () => {
  await using testApp = await createTestApp();
  const { indexId, first, second } = await overriddenDirectory(testApp);
  const creation = await createFrom(testApp, indexId, {});
  const roster = await read(testApp, RosterPage, `/index-versions/${creation.indexId}/roster?type=schedule`);
  expect(roster.items.map(({ record, source }) => `${record.id} ${source}`).toSorted()).toEqual(
    [first, second].map((id) => `${id} copied`).toSorted(),
  );
  const changes = await read(testApp, ChangePage, `/change-sets/${creation.changeSetId}/changes`);
  expect(changes.items.map(({ record }) => record.id).toSorted()).toEqual([first, second].toSorted());
});

test("only what was staged is counted as staged, and each override that was left out is listed with the reason", async () => {
  await using testApp = await createTestApp();
  const { indexId, first, second } = await overriddenDirectory(testApp);
  // Base takes one of the values before the new index version is copied from it, so that nothing has to be staged for
  // it.
  const { client, profile } = testApp.deps.service;
  const { raw } = await client.records.retrieve("schedule", first, { index: profile.standardIndex });
  const reading = profile.decode("schedule", raw)["acceptedInsurances"];
  const has = reading !== undefined && "value" in reading && Array.isArray(reading.value) ? reading.value : [];
  const moved = profile.encode("schedule", raw, "acceptedInsurances", [...has, "ins_new00001"]);
  const set = Object.fromEntries(
    Object.entries(moved).filter(([key, member]) => JSON.stringify(raw[key]) !== JSON.stringify(member)),
  );
  await driftBase(testApp, { type: "schedule", id: first, set });
  const creation = await createFrom(testApp, indexId, { roster: first });
  expect(creation.start).toEqual({
    from: { id: indexId, name: "Elm Street" },
    staged: 0,
    leftOut: [
      {
        record: { type: "schedule", id: second },
        what: expect.stringContaining("ins_new00002"),
        why: "The record is not on the new roster, or the service does not have it there.",
      },
      {
        record: { type: "schedule", id: first },
        what: expect.stringContaining("ins_new00001"),
        why: "The new directory already says so.",
      },
    ],
  });
  const found = await read(testApp, CreationPage, `/creations?changeSetId=${creation.changeSetId}`);
  expect(found.items.map(({ id }) => id)).toEqual([creation.id]);
  const journal = await read(testApp, ActivityPage, "/activity");
  expect(journal.items.map(({ sentence }) => sentence)).toContain(
    "0 overrides of Elm Street were staged in “Oak Street”, 2 were left out",
  );
});

test("an override that the new directory cannot take is listed with why", async () => {
  await using testApp = await createTestApp();
  const [id = ""] = sampleSchedules(testApp, 1);
  const record = { type: "schedule", id };
  await driftBase(testApp, { ...record, set: { note: "Ring twice" }, extra: true });
  const { indexId } = await createDirectory(testApp, { name: "Elm Street", roster: id });
  const { changeSet } = await stageChanges(testApp.context, {
    indexId,
    changes: [{ record, field: "/note", operation: { op: "set", value: "Ring once" }, policy: "pin", evidence }],
  });
  await applyChangeSet(testApp.context, changeSet.id, { version: changeSet.version, evidence: testEvidence });
  await testApp.sendDue();
  await driftBase(testApp, { ...record, unset: ["note"], extra: true });
  expect((await createFrom(testApp, indexId, { roster: id })).start).toMatchObject({
    staged: 0,
    leftOut: [{ record, why: expect.stringContaining("must exist in the record") }],
  });
});

test("what was pinned is set, and a pinned member or phone added or labelled, where the new directory's base says something else", async () => {
  await using testApp = await createTestApp();
  const [schedule = ""] = sampleSchedules(testApp, 1);
  const { indexId } = await createDirectory(testApp, { name: "Elm Street", roster: schedule });
  const { client, profile } = testApp.deps.service;
  const { raw } = await client.records.retrieve("schedule", schedule, { index: indexId });
  const [plan = ""] = membersOf(fieldReading(profile, "schedule", raw, "acceptedInsurances")) ?? [];
  const practitioner = { type: "practitioner", id: practitionerOf(profile, "schedule", schedule, raw) ?? "" };
  const own = await client.records.retrieve("practitioner", practitioner.id, { index: indexId });
  const phones = phonesOf(fieldReading(profile, "practitioner", own.raw, "phones")) ?? [];
  const [phone, other] = phones;
  if (phone === undefined || other === undefined) throw new Error("The practitioner has two phones.");
  const pin = (record: { type: string; id: string }, field: string, element?: string) => ({
    record,
    field,
    operation: { op: "pinValue" as const, ...(element === undefined ? {} : { element }) },
    policy: "pin" as const,
    evidence,
  });
  const ofSchedule = { type: "schedule", id: schedule };
  const { changeSet } = await stageChanges(testApp.context, {
    indexId,
    changes: [
      pin(ofSchedule, "name"),
      pin(ofSchedule, "acceptedInsurances", plan),
      pin(practitioner, "phones", phoneKey(phone, profile.defaultRegion)),
      pin(practitioner, "phones", phoneKey(other, profile.defaultRegion)),
    ],
  });
  await applyChangeSet(testApp.context, changeSet.id, { version: changeSet.version, evidence: testEvidence });
  await testApp.sendDue();
  await driftBase(testApp, { ...ofSchedule, set: { name: "Moved", accepted_insurances: [] } });
  const relabelled = profile.encode("practitioner", own.raw, "phones", [phoneToJson({ ...phone, label: "Other" })]);
  await driftBase(testApp, { ...practitioner, set: { phone_numbers: relabelled["phone_numbers"] } });

  const creation = await createFrom(testApp, indexId, { roster: schedule });
  expect(creation.start).toMatchObject({ staged: 4, leftOut: [] });
  const changes = await read(testApp, ChangePage, `/change-sets/${creation.changeSetId}/changes`);
  expect(changes.items.map(({ field, operation }) => [field, operation])).toEqual([
    ["name", { op: "set", value: raw["name"] }],
    ["acceptedInsurances", { op: "add", element: plan }],
    ["phones", { op: "replace", element: expect.stringContaining("label=Other"), by: phone }],
    ["phones", { op: "add", element: other }],
  ]);
});

test("a start that was interrupted goes on in its own change set, whatever others call theirs", async () => {
  await using testApp = await createTestApp();
  const { indexId, first } = await overriddenDirectory(testApp);
  const { id, indexId: newIndexId, changeSetId } = await createFrom(testApp, indexId, { roster: first });
  const { changeSet: named } = await stageChanges(testApp.context, {
    indexId: newIndexId ?? "",
    changes: [addPlan(first, "ins_new00009")],
    name: "From another directory",
  });
  const { deps } = testApp;
  const earlier = { created_at: new Date(deps.clock.now().getTime() - 60_000) };
  await deps.store.db.updateTable("change_set").set(earlier).where("id", "=", named.id).execute();
  await deps.store.db.updateTable("creation").set({ change_set_id: null }).where("id", "=", id).execute();
  await underTaskLease(
    deps.store.db,
    { task: "start again", owner: "this", clock: () => deps.clock.now() },
    async (lease) => await startNewDirectories(deps, { lease, signal: new AbortController().signal }),
  );
  expect((await read(testApp, Creation, `/creations/${id}`)).changeSetId).toBe(changeSetId);
});

test("whoever may no longer do it by then is given nothing of the other directory", async () => {
  await using testApp = await createTestApp();
  const { indexId, first } = await overriddenDirectory(testApp);
  const { deps } = testApp;
  const { person, signedIn } = await testApp.enter({
    name: "Fay Former",
    roles: [{ role: "editor", referrers: null }],
  });
  await deps.background.stop();
  const { id } = await createFrom({ ...testApp, signedIn }, indexId, { roster: first });
  expect((await giveRoles(testApp.signedIn, person.id, [])).status).toBe(200);
  const background = createBackground(deps.log);
  await startBackgroundWork({ ...deps, background });
  await background.idle();
  await background.stop();
  const { changeSetId, start } = await read(testApp, Creation, `/creations/${id}`);
  expect([changeSetId, start]).toEqual([null, expect.objectContaining({ staged: 0, leftOut: [] })]);
});

test("of two replicas one reads the roster of a new directory and starts it, and a third goes on after a kill", async () => {
  await using testApp = await createTestApp();
  const { indexId, first, second } = await overriddenDirectory(testApp);
  await testApp.deps.background.stop();
  const creation = await createFrom(testApp, indexId, { roster: `${first}\n${second}` });
  const { deps } = testApp;
  const replica = async () => {
    const background = createBackground(deps.log);
    await startBackgroundWork({ ...deps, store: { ...deps.store, kind: "postgres" }, background });
    return background;
  };
  const isKilled = Promise.withResolvers<void>();
  const killed = underTaskLease(
    deps.store.db,
    { task: `roster imports of ${deps.connection.id}`, owner: "killed", clock: "store" },
    async () => await isKilled.promise,
  );
  const waiting = await Promise.all([replica(), replica()]);
  await Promise.all(waiting.map((background) => background.idle()));
  expect((await readImport(testApp, creation.rosterImportId)).lines.waiting).toBe(2);
  await deps.store.db.updateTable("work_lease").set({ held_until: new Date() }).where("owner", "=", "killed").execute();
  const going = await Promise.all([replica(), replica()]);
  await Promise.all(going.map((background) => background.idle()));
  await Promise.all([...waiting, ...going].map((background) => background.stop()));
  isKilled.resolve();
  await killed;
  expect(await readImport(testApp, creation.rosterImportId)).toMatchObject({
    state: "done",
    records: { schedules: 2 },
  });
  expect(await journalOf(testApp, creation.rosterImportId ?? "")).toEqual(["roster.add", "roster.read"]);
  expect(await journalOf(testApp, creation.id)).toEqual(["creation.send", "creation.start"]);
  const sets = deps.store.db.selectFrom("change_set").select("id").where("index_id", "=", creation.indexId);
  expect(await sets.execute()).toHaveLength(1);
});

test("a directory without overrides gives no change set, and is not tried again", async () => {
  await using testApp = await createTestApp();
  const { indexId } = await createDirectory(testApp, { name: "Plain", roster: sampleSchedules(testApp, 1).join("\n") });
  const creation = await createFrom(testApp, indexId, {});
  expect(creation).toMatchObject({ state: "created", changeSetId: null });
  testApp.deps.background.trigger("roster imports");
  await testApp.deps.background.idle();
  expect(await journalOf(testApp, creation.id)).toEqual(["creation.send", "creation.start"]);
});

test("an index version that is not known cannot be started from, and nothing is sent", async () => {
  await using testApp = await createTestApp();
  const answer = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions`, {
    name: "Nowhere",
    startFrom: { kind: "overrides", indexId: "idx_nowhere" },
  });
  expect([answer.status, await answer.json()]).toMatchObject([404, { errors: [{ pointer: "/startFrom/indexId" }] }]);
  expect(testApp.sandbox.ledger.length).toBe(0);
});
