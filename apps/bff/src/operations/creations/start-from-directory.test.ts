import { ChangePage, Creation, PractitionerView, RosterPage } from "@dc/contract";
import { expect, test } from "vitest";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { createSender } from "#/sending/sender.ts";
import { createTestApp, type TestApp } from "#/testing/test-app.ts";
import { aDirectory, journalOf, read, sampleSchedules } from "#/testing/test-directory.ts";

const evidence = { reason: "The practice called", source: "phone", verifiedOn: "2026-11-19", reviewBy: "2027-01-01" };
const addPlan = (id: string, element: string) => ({
  record: { type: "schedule", id },
  field: "acceptedInsurances",
  operation: { op: "add" as const, element },
  policy: "follow" as const,
  evidence,
});

/** A directory with two schedules, each with a held override, and a draft on the first. */
async function overriddenDirectory(house: TestApp) {
  const [first = "", second = ""] = sampleSchedules(house, 2);
  const { indexId } = await aDirectory(house, { name: "Elm Street", roster: `${first}\n${second}` });
  const { changeSet } = await stageChanges(house.context, {
    indexId,
    changes: [addPlan(first, "ins_new00001"), addPlan(second, "ins_new00002")],
  });
  await applyChangeSet(house.context, changeSet.id, { version: changeSet.version });
  house.clock.advance(5_000);
  await createSender(house.deps).runDue();
  await stageChanges(house.context, { indexId, changes: [addPlan(first, "ins_new00003")] });
  return { indexId, first, second };
}

const createFrom = async (house: TestApp, indexId: string, more: object) => {
  const answer = await house.signedIn("POST", "/api/v1/index-versions", {
    name: "Oak Street",
    startFrom: { kind: "overrides", indexId },
    ...more,
  });
  const { id } = Creation.parse(await answer.json());
  await house.deps.background.idle();
  return await read(house, Creation, `/creations/${id}`);
};

test("live overrides on the new roster become drafts of one set, with their evidence and policy; drafts do not", async () => {
  await using house = await createTestApp();
  const { indexId, first } = await overriddenDirectory(house);
  const creation = await createFrom(house, indexId, { roster: first });
  const changes = await read(house, ChangePage, `/change-sets/${creation.changeSetId}/changes`);
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
  expect(await journalOf(house, creation.id)).toEqual(["creation.send", "creation.start"]);
  const practitionerId = (await read(house, RosterPage, `/index-versions/${creation.indexId}/roster`)).items[0]?.record
    .id;
  const shown = await read(
    house,
    PractitionerView,
    `/index-versions/${creation.indexId}/practitioners/${practitionerId}`,
  );
  expect(shown.draft).toMatchObject({ changeSetId: creation.changeSetId, name: "From Elm Street", changes: 1 });
});

test("without a roster the other directory's is taken first", async () => {
  await using house = await createTestApp();
  const { indexId, first, second } = await overriddenDirectory(house);
  const creation = await createFrom(house, indexId, {});
  const roster = await read(house, RosterPage, `/index-versions/${creation.indexId}/roster?type=schedule`);
  expect(roster.items.map(({ record, source }) => `${record.id} ${source}`).toSorted()).toEqual(
    [first, second].map((id) => `${id} copied`).toSorted(),
  );
  const changes = await read(house, ChangePage, `/change-sets/${creation.changeSetId}/changes`);
  expect(changes.items.map(({ record }) => record.id).toSorted()).toEqual([first, second].toSorted());
});

test("a directory without overrides gives no change set, and is not tried again", async () => {
  await using house = await createTestApp();
  const { indexId } = await aDirectory(house, { name: "Plain", roster: sampleSchedules(house, 1).join("\n") });
  const creation = await createFrom(house, indexId, {});
  expect(creation).toMatchObject({ state: "created", changeSetId: null });
  house.deps.background.wake("roster imports");
  await house.deps.background.idle();
  expect(await journalOf(house, creation.id)).toEqual(["creation.send", "creation.start"]);
});

test("an index version that is not known cannot be started from, and nothing is sent", async () => {
  await using house = await createTestApp();
  const answer = await house.signedIn("POST", "/api/v1/index-versions", {
    name: "Nowhere",
    startFrom: { kind: "overrides", indexId: "idx_nowhere" },
  });
  expect([answer.status, await answer.json()]).toMatchObject([404, { errors: [{ pointer: "/startFrom/indexId" }] }]);
  expect(house.sandbox.ledger.length).toBe(0);
});
