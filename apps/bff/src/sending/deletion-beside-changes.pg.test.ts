import type { ChangeSet } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { openChangeSet } from "#/operations/change-sets/open.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { stageChanges, undoStaging } from "#/operations/changes/stage.ts";
import { CONNECTION_API } from "#/testing/app.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { apply, bodyOf, changesOf } from "#/testing/change-set-requests.ts";
import { change, QUIET_MS } from "#/testing/changes.ts";
import { arm, createDirectory, sampleSchedules } from "#/testing/directory.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("a deletion beside changes of its record, on the embedded store", () => {
  testDeletions(createSendingStack);
});
describeOnPostgres("a deletion beside changes of its record, on PostgreSQL", () => {
  testDeletions(async (options) => createSendingStack({ ...options, store: await openTestStoreOnPostgres() }));
});

const renamed = (id: string, value = "Elm Street") => change({ type: "schedule", id }, "name", { op: "set", value });
const deleted = (id: string): AskedChange => ({
  record: { type: "schedule", id },
  operation: { op: "delete" },
  policy: "pin",
  evidence: null,
});

function testDeletions(open: typeof createSendingStack): void {
  async function openStack(profile: "default" | "with-writes" = "with-writes") {
    const stack = await open({ profile });
    const { app, scheduleId } = stack;
    const indexIds = [INDEX, (await createDirectory(app, { roster: scheduleId })).indexId ?? ""];
    const setOf = async (id: string) =>
      await bodyOf<ChangeSet>(await app.signedIn("GET", `${CONNECTION_API}/change-sets/${id}`));
    return {
      stack,
      indexIds,
      setOf,
      /** Applies one set that renames a schedule and then deletes it, in each of two directories. */
      applied: async () => {
        const changes = indexIds.flatMap((indexId) =>
          [renamed(scheduleId), deleted(scheduleId)].map((asked) => ({ ...asked, indexId })),
        );
        const { changeSet, changeIds } = await openChangeSet(app.context, {
          evidence: testEvidence,
          changes,
          verification: null,
        });
        await applyChangeSet(app.context, changeSet.id, { version: changeSet.version });
        app.clock.advance(5_000);
        return { id: changeSet.id, ids: changeIds };
      },
      tellStates: async (ids: readonly string[]) =>
        (await stack.rows(ids)).map(({ state, reason }) =>
          [state, ...(reason === null ? [] : [reason.code])].join(" "),
        ),
      paths: () =>
        stack.written().flatMap(({ path }) => (path.startsWith("/schedules") ? [path.replace(scheduleId, "ID")] : [])),
    };
  }

  test("[S26] what a deletion decides whole is not sent, and ends with it, in each directory", async () => {
    const { stack, applied, setOf, tellStates, paths } = await openStack();
    await using _stack = stack;
    const { id, ids } = await applied();
    await stack.pass();
    expect(await tellStates(ids)).toEqual([0, 1].flatMap(() => ["withdrawn replaced-by-later", "applied"]));
    expect(paths()).toEqual(["/schedules/ID/delete", "/schedules/ID/delete"]);
    expect(await setOf(id)).toMatchObject({ state: "applied" });
  });

  test("[S26] where the deletion is refused, the other changes are sent", async () => {
    const { stack, applied, tellStates, paths } = await openStack();
    await using _stack = stack;
    const { ids } = await applied();
    await arm(stack.app, { kind: "status", status: 409, method: "POST", path: "/schedules/.*/delete", times: 1 });
    await stack.pass();
    expect((await tellStates(ids)).slice(0, 2)).toEqual(["deferred record-deleted", "failed refused"]);
    stack.app.clock.advance(QUIET_MS);
    await stack.pass();
    expect(await tellStates(ids)).toEqual(["applied", "failed refused", "withdrawn replaced-by-later", "applied"]);
    expect(paths()).toEqual(["/schedules/ID/delete", "/schedules/ID"]);
  });

  test("[S26] held together, the deletion goes once it can be sent, and nothing else does", async () => {
    const { stack, applied, setOf, tellStates, paths } = await openStack("default");
    await using _stack = stack;
    const { app } = stack;
    const { id, ids } = await applied();
    await stack.pass();
    expect((await tellStates(ids)).map((told) => told.split(" ")[0])).toEqual(["held", "held", "held", "held"]);
    const saved = { profile: { extends: "with-writes", name: "with writes" }, revision: 0 };
    expect((await app.signedIn("PUT", `${CONNECTION_API}/profile`, saved)).status).toBe(200);
    const answer = await apply(stack, await setOf(id), {});
    expect(answer.status).toBeLessThan(300);
    await expect.poll(async () => (await setOf(id)).state).not.toBe("checking");
    app.clock.advance(5_000);
    await stack.pass();
    expect(await tellStates(ids)).toEqual([0, 1].flatMap(() => ["withdrawn replaced-by-later", "applied"]));
    expect(paths()).toEqual(["/schedules/ID/delete", "/schedules/ID/delete"]);
  });

  test("[S26] a deletion that cannot be sent yet keeps changes of its record from being sent", async () => {
    const { stack, applied, tellStates, paths } = await openStack("default");
    await using _stack = stack;
    const { app } = stack;
    const { operations } = app.deps.service.profile.data;
    const updateSchedule = { method: "POST", path: "/schedules/{id}", body: "{changes}", success: [200] };
    const profile = { extends: "default", name: "updates", operations: { ...operations, updateSchedule } };
    const saved = await app.signedIn("PUT", `${CONNECTION_API}/profile`, { profile, revision: 0 });
    expect(saved.status, await saved.clone().text()).toBe(200);
    const { ids } = await applied();
    await stack.pass();
    expect(await tellStates(ids)).toEqual(
      [0, 1].flatMap(() => ["held record-deleted", "held endpoint-not-documented"]),
    );
    expect(paths()).toEqual([]);
  });

  test("[S26] a change of an earlier set that was not sent yet ends with a later deletion", async () => {
    const { stack, setOf, tellStates, paths } = await openStack();
    await using _stack = stack;
    const { app, scheduleId } = stack;
    const [other = ""] = sampleSchedules(app, 9).filter((id) => id !== scheduleId);
    const earlier = await stack.applied([renamed(scheduleId)]);
    const setId = (await stack.rows(earlier))[0]?.change_set_id ?? "";
    const verb = async (name: "pause" | "resume") => {
      const { version } = await setOf(setId);
      const path = `${CONNECTION_API}/change-sets/${setId}/${name}`;
      expect((await app.signedIn("POST", path, { version })).status).toBe(200);
    };
    await verb("pause");
    await stack.pass();
    const later = await stack.applied([deleted(scheduleId), renamed(other)]);
    await stack.pass();
    expect((await tellStates(later))[0]).toBe("deferred earlier-change-open");
    await verb("resume");
    for (let passes = 0; passes < 3; passes += 1) {
      app.clock.advance(QUIET_MS);
      await stack.pass();
    }
    expect(await tellStates([...earlier, ...later])).toEqual(["withdrawn replaced-by-later", "applied", "applied"]);
    expect(paths().filter((path) => path.includes("ID"))).toEqual(["/schedules/ID/delete"]);
  });

  test("[S26] beside a staged deletion no change of its record is staged, and what was discarded comes back", async () => {
    const { stack } = await openStack();
    await using _stack = stack;
    const { app, scheduleId } = stack;
    const stage = async (...changes: AskedChange[]) => await stageChanges(app.context, { indexId: INDEX, changes });
    const first = await stage(renamed(scheduleId));
    const { changeSet, changeIds } = await stage(deleted(scheduleId));
    expect(changeSet).toMatchObject({ id: first.changeSet.id, counts: { draft: 2 } });
    await expect(stage(renamed(scheduleId, "Oak Street"))).rejects.toMatchObject({
      code: "wrong_state",
      message: expect.stringContaining("name"),
      errors: [{ pointer: "/changes/0/field" }],
    });
    await expect(stage(deleted(scheduleId), renamed(scheduleId, "Oak Street"))).rejects.toMatchObject({
      errors: [{ pointer: "/changes/1/field" }],
    });
    const discarded = await undoStaging(app.context, {
      changeSetId: changeSet.id,
      staged: changeIds,
      replaced: [],
    });
    expect(discarded.changeSet.counts).toMatchObject({ draft: 1 });
  });

  test("[U2] [U3] a write of ours that is read back moves no deletion staged before it, and what others write does", async () => {
    const { stack, setOf } = await openStack();
    await using _stack = stack;
    const { app, scheduleId } = stack;
    const record = { type: "schedule", id: scheduleId };
    const setIdOf = async (ids: readonly string[]) => (await stack.rows(ids))[0]?.change_set_id ?? "";
    const verb = async (setId: string, name: "pause" | "resume") => {
      const { version } = await setOf(setId);
      const path = `${CONNECTION_API}/change-sets/${setId}/${name}`;
      expect((await app.signedIn("POST", path, { version })).status).toBe(200);
    };
    const paused = async (value: string) => {
      const setId = await setIdOf(await stack.applied([renamed(scheduleId, value)]));
      await verb(setId, "pause");
      await stack.pass();
      return setId;
    };
    const staged = async () => {
      const { changeSet } = await stageChanges(app.context, { indexId: INDEX, changes: [deleted(scheduleId)] });
      return async () => {
        for (const indexId of [app.deps.service.profile.standardIndex, INDEX])
          await refreshReading(app.deps, { indexId, ...record, maxAge: 0 });
        const [only] = await changesOf(stack, changeSet.id);
        return only?.moved ?? null;
      };
    };
    const first = await paused("Elm Street");
    const moved = await staged();
    await verb(first, "resume");
    await stack.pass();
    expect(await moved()).toBeNull();
    await app.control("/outside", { index: INDEX, ...record, set: { note_of_others: "Theirs" }, extra: true });
    expect(await moved()).toMatchObject({ index: {}, base: null });
  });

  test("[U3] a write of ours does not cover what others wrote before it of a record that is to be deleted", async () => {
    const { stack, setOf } = await openStack();
    await using _stack = stack;
    const { app, scheduleId } = stack;
    const record = { type: "schedule", id: scheduleId };
    const [first = ""] = await stack.applied([renamed(scheduleId)]);
    const setId = (await stack.rows([first]))[0]?.change_set_id ?? "";
    const verb = async (name: "pause" | "resume") => {
      const { version } = await setOf(setId);
      const path = `${CONNECTION_API}/change-sets/${setId}/${name}`;
      expect((await app.signedIn("POST", path, { version })).status).toBe(200);
    };
    await verb("pause");
    await stack.pass();
    const { changeSet } = await stageChanges(app.context, { indexId: INDEX, changes: [deleted(scheduleId)] });
    await app.control("/outside", { index: INDEX, ...record, set: { note_of_others: "Theirs" }, extra: true });
    await verb("resume");
    await stack.pass();
    expect(await stack.rows([first])).toMatchObject([{ state: "applied" }]);
    expect(await changesOf(stack, changeSet.id)).toMatchObject([{ moved: { index: {}, base: null } }]);
  });
}
