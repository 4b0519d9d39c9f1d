import { Connection, Deletion, DeletionPlan, IndexVersion, IndexVersionPage, Problem, RosterPage } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBackgroundWork } from "#/background-work.ts";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { arm, createDirectory, journalOf, read, sampleSchedules } from "#/testing/directory.ts";
import { testEvidence } from "#/testing/evidence.ts";

const plan = async (testApp: TestApp, indexId: string) =>
  await read(testApp, DeletionPlan, `/index-versions/${indexId}/deletion`);

async function post(testApp: TestApp, indexId: string, path = "", body?: unknown): Promise<Response> {
  return await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/deletion${path}`, body);
}

async function deleted(answer: Response): Promise<Deletion> {
  return Deletion.parse(await answer.json());
}

async function codeOf(answer: Response): Promise<string> {
  return `${answer.status} ${Problem.parse(await answer.json()).code}`;
}

/** A fault of the request that deletes this index version. */
function deletionOf({ deps }: TestApp, indexId: string) {
  const { method, path = "" } = deps.service.client.writes.describeDeleteIndexVersion(indexId).request ?? {};
  return { method, path: `${path}$`, times: 1 };
}

const asked = (name: string, liveOverrides = 0) => ({ name, reason: "The referrer has left.", liveOverrides });

const noInsurances = (schedule: string): AskedChange => ({
  record: { type: "schedule", id: schedule },
  field: "acceptedInsurances",
  operation: { op: "set", value: [] },
  policy: "pin",
  evidence: testEvidence,
});

describe("where the profile has no operation for it", () => {
  let testApp: TestApp;
  beforeAll(async () => void (testApp = await createTestApp({ sandbox: { writes: true } })));
  afterAll(async () => await testApp[Symbol.asyncDispose]());

  test("a deletion is held with a runbook, can be withdrawn, and is settled by a person who carried it out", async () => {
    const { indexId } = await createDirectory(testApp, { name: "Held" });
    expect(await plan(testApp, indexId)).toMatchObject({ name: "Held", refused: null, canSend: false, request: null });
    const held = await post(testApp, indexId, "", asked("Held"));
    expect([held.status, await deleted(held)]).toMatchObject([202, { state: "held", liveOverrides: 0 }]);
    expect(await codeOf(await post(testApp, indexId, "", asked("Held")))).toBe("409 wrong_state");
    const { capabilities } = await read(testApp, Connection, "");
    expect(capabilities.find(({ operation }) => operation === "deleteIndexVersion")).toMatchObject({
      capability: "stub",
      heldChanges: 1,
    });
    expect(await codeOf(await post(testApp, indexId, "/send", { liveOverrides: 0 }))).toBe("409 wrong_state");
    expect((await deleted(await post(testApp, indexId, "/withdraw"))).state).toBe("withdrawn");
    const { changeSet } = await stageChanges(testApp.context, {
      indexId,
      changes: [noInsurances(sampleSchedules(testApp, 1)[0] ?? "")],
    });
    await post(testApp, indexId, "", asked("Held"));
    expect((await plan(testApp, indexId)).runbook).toContain(indexId);
    const settled = await deleted(await post(testApp, indexId, "/settle", { as: "deleted" }));
    expect(settled).toMatchObject({ state: "deleted", receipt: { gone: "said by a person" } });
    expect(await read(testApp, IndexVersion, `/index-versions/${indexId}`)).toMatchObject({
      archivedAt: expect.any(String),
      deletedAt: expect.any(String),
    });
    expect(testApp.sandbox.ledger.after(0).filter(({ operation }) => operation === "index.delete")).toEqual([]);
    const late = applyChangeSet(testApp.context, changeSet.id, { version: changeSet.version });
    await expect(late).rejects.toMatchObject({ code: "wrong_state", message: expect.stringContaining("is deleted") });
  });

  test("one that was held is sent once there is an operation, to who was told of what became live since", async () => {
    const sandbox = { spelling: "respelled", writes: true } as const;
    await using app = await createTestApp({
      sandbox,
      profile: "of the sandbox",
      extendProfile: (text) => {
        const profile = JSON.parse(text) as { operations: { deleteIndexVersion?: unknown } };
        delete profile.operations.deleteIndexVersion;
        return JSON.stringify(profile);
      },
    });
    const [schedule = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { name: "Later", roster: schedule });
    expect(await deleted(await post(app, indexId, "", asked("Later")))).toMatchObject({ state: "held" });
    const { changeSet } = await stageChanges(app.context, { indexId, changes: [noInsurances(schedule)] });
    await applyChangeSet(app.context, changeSet.id, { version: changeSet.version });
    await app.sendDue();
    const saved = { profile: app.sandbox.profile({ writes: true }), revision: 0 };
    expect((await app.signedIn("PUT", `${CONNECTION_API}/profile`, saved)).status).toBe(200);
    expect(await codeOf(await post(app, indexId, "/send", { liveOverrides: 0 }))).toBe("409 moved_since_seen");
    expect((await plan(app, indexId)).latest).toMatchObject({ state: "held" });
    expect(await deleted(await post(app, indexId, "/send", { liveOverrides: 1 }))).toMatchObject({
      state: "deleted",
      liveOverrides: 1,
    });
  });

  test("the standard and the test index are never deleted, by us or by the adapter", async () => {
    for (const indexId of ["idx_standard", "idx_test_mode_custom"]) {
      const { refused, name } = await plan(testApp, indexId);
      expect(refused).toContain("never deleted");
      expect(await codeOf(await post(testApp, indexId, "", asked(name)))).toBe("409 wrong_state");
      expect(await testApp.deps.service.client.writes.deleteIndexVersion(indexId)).toMatchObject({
        outcome: "not-sent",
      });
    }
  });
});

describe("where it has one", () => {
  let testApp: TestApp;
  beforeAll(async () => {
    // This spelling reads and lists index versions.
    testApp = await createTestApp({ sandbox: { spelling: "respelled", writes: true }, profile: "of the sandbox" });
  });
  afterAll(async () => await testApp[Symbol.asyncDispose]());

  test("it takes the name of the directory and the count of what its readers lose, and is sent once, with a receipt", async () => {
    const [schedule = ""] = sampleSchedules(testApp, 1);
    const { indexId } = await createDirectory(testApp, { name: "Elm Street", roster: schedule });
    const roll = await read(testApp, RosterPage, `/index-versions/${indexId}/roster`);
    const practitioner = roll.items[0]?.record ?? { type: "practitioner", id: "" };
    const change = {
      record: practitioner,
      field: "preferredName",
      operation: { op: "set" as const, value: "Ours" },
      policy: "pin" as const,
      evidence: null,
    };
    const { changeSet } = await stageChanges(testApp.context, { indexId, changes: [change] });
    await applyChangeSet(testApp.context, changeSet.id, { version: changeSet.version, evidence: testEvidence });
    expect((await plan(testApp, indexId)).refused).toContain("on the way");
    await testApp.sendDue();
    expect(await plan(testApp, indexId)).toMatchObject({
      live: 1,
      canSend: true,
      refused: null,
      checkedBy: "read",
      request: expect.stringContaining(indexId),
    });
    expect(await codeOf(await post(testApp, indexId, "", asked("elm")))).toBe("400 invalid_request");
    expect(await codeOf(await post(testApp, indexId, "", asked("Elm Street")))).toBe("409 moved_since_seen");
    const answer = await post(testApp, indexId, "", asked("Elm Street", 1));
    expect([answer.status, await deleted(answer)]).toMatchObject([
      200,
      { state: "deleted", liveOverrides: 1, receipt: { status: expect.any(Number), gone: "read" } },
    ]);
    const sent = testApp.sandbox.ledger.after(0).filter(({ operation }) => operation === "index.delete");
    expect(sent).toHaveLength(1);
    const { latest, refused } = await plan(testApp, indexId);
    expect([latest?.state, refused]).toEqual(["deleted", expect.stringContaining("already")]);
    expect(await journalOf(testApp, latest?.id)).toEqual(["deletion.send", "deletion.done"]);
    const archived = await read(testApp, IndexVersionPage, "/index-versions?state=archived");
    expect(archived.items).toMatchObject([{ id: indexId, overrides: { live: 1 }, deletedAt: expect.any(String) }]);
    expect(testApp.deps.overlay.of(indexId, "practitioner", practitioner.id)).toBeUndefined();
    const { version } = archived.items[0] ?? { version: 0 };
    const restore = { version, archived: false };
    expect(await codeOf(await testApp.signedIn("PATCH", `${CONNECTION_API}/index-versions/${indexId}`, restore))).toBe(
      "409 wrong_state",
    );
  });

  test("an apply while the deletion is prepared goes before it: the deletion is refused, and nothing is lost", async () => {
    const [schedule = ""] = sampleSchedules(testApp, 1);
    const { indexId } = await createDirectory(testApp, { name: "At once", roster: schedule });
    const { changeSet } = await stageChanges(testApp.context, {
      indexId,
      changes: [noInsurances(schedule)],
    });
    // The deletion asks first whether the service has the index version.
    await arm(testApp, { kind: "slow", ms: 300, times: 1, method: "GET", path: `${indexId}$` });
    const deletion = post(testApp, indexId, "", asked("At once"));
    await expect.poll(() => testApp.sandbox.faults.rules).toEqual([]);
    await applyChangeSet(testApp.context, changeSet.id, { version: changeSet.version });
    expect(await codeOf(await deletion)).toBe("409 wrong_state");

    expect((await plan(testApp, indexId)).latest).toBeNull();
  });

  test("a refusal is told with the service's words, and may be tried again", async () => {
    const { indexId } = await createDirectory(testApp, { name: "Refused" });
    await arm(testApp, { kind: "status", status: 409, ...deletionOf(testApp, indexId) });
    expect(await codeOf(await post(testApp, indexId, "", asked("Refused")))).toBe("502 service_refused");
    expect((await plan(testApp, indexId)).latest).toMatchObject({ state: "refused", words: { status: 409 } });
    testApp.clock.advance(1_000);
    expect((await deleted(await post(testApp, indexId, "", asked("Refused")))).state).toBe("deleted");
  });

  test("a lost reply is settled by reading: gone is deleted, and still there is not, after a quiet time", async () => {
    const lost = await createDirectory(testApp, { name: "Lost" });
    await arm(testApp, { kind: "reset-after", ...deletionOf(testApp, lost.indexId) });
    expect(await deleted(await post(testApp, lost.indexId, "", asked("Lost")))).toMatchObject({
      state: "deleted",
      receipt: { status: null, gone: "read" },
    });
    const kept = await createDirectory(testApp, { name: "Kept" });
    await arm(testApp, { kind: "status", status: 503, ...deletionOf(testApp, kept.indexId) });
    const unknown = await post(testApp, kept.indexId, "", asked("Kept"));
    expect([unknown.status, (await deleted(unknown)).state]).toEqual([202, "unknown"]);
    expect(await codeOf(await post(testApp, kept.indexId, "/settle", { as: "deleted" }))).toBe("409 wrong_state");
    testApp.clock.advance(121_000);
    await startBackgroundWork(testApp.deps);
    await testApp.deps.background.idle();
    expect((await plan(testApp, kept.indexId)).latest).toMatchObject({ state: "not deleted" });
    expect((await deleted(await post(testApp, kept.indexId, "", asked("Kept")))).state).toBe("deleted");
  });

  test("what the service has no more is not asked for again", async () => {
    const { indexId } = await createDirectory(testApp, { name: "Gone elsewhere" });
    await testApp.deps.service.client.writes.deleteIndexVersion(indexId);
    const answer = await post(testApp, indexId, "", asked("Gone elsewhere"));
    expect([answer.status, Problem.parse(await answer.json()).detail]).toEqual([
      409,
      expect.stringContaining("Archive the directory instead"),
    ]);
    expect((await plan(testApp, indexId)).latest).toBeNull();
  });

  test("a program cannot delete a directory", async () => {
    const { indexId } = await createDirectory(testApp, { name: "Program" });
    const token = await testApp.signedIn("POST", `${CONNECTION_API}/tokens`, {
      name: "x",
      scopes: ["read", "stage", "apply"],
    });
    const { secret } = (await token.json()) as { secret: string };
    const answer = await testApp.request(
      "POST",
      `${CONNECTION_API}/index-versions/${indexId}/deletion`,
      asked("Program"),
      { Authorization: `Bearer ${secret}` },
    );
    expect(answer.status).toBe(403);
  });
});
