import { ChangeSet } from "@dc/contract";
import { expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { bodyOf, type Staged } from "#/testing/change-set-requests.ts";
import { json } from "#/store/sql/json.ts";
import { sampleSchedules } from "#/testing/directory.ts";
import { createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { selectSubjects, selectSubjectsInSteps } from "#/store/tables/changes/change-sets.ts";
import { openWatchedStore } from "#/testing/stores/watched-store.ts";

const PLANS = Array.from({ length: 20 }, (_, number) => `ins_sets00${number}`);

test("[H6] whom a large set is about is asked again once it is about others, and else from time to time", async () => {
  const { store, asked: statements } = await openWatchedStore();
  await using stack = await createSendingStack({ store });
  const { app } = stack;
  const schedules = sampleSchedules(app, 30);
  const changes = schedules.flatMap((id) =>
    PLANS.map((element) => ({
      record: { type: "schedule", id },
      field: "acceptedInsurances",
      operation: { op: "add", element },
    })),
  );
  const path = `${CONNECTION_API}/index-versions/${INDEX}/changes`;
  const { changeSet, changeIds } = await bodyOf<Staged & { changeIds: string[] }>(
    await app.signedIn("POST", path, { changes }),
  );
  const setPath = `${CONNECTION_API}/change-sets/${changeSet.id}`;
  const look = async () => {
    statements.length = 0;
    const { name, version } = ChangeSet.parse(await bodyOf(await app.signedIn("GET", setPath)));
    return { name, version, asked: statements.filter((text) => text.includes("concerned as (")).length };
  };
  const first = await look();
  expect(first.name).toContain(" and 29 others");
  expect(await look()).toEqual({ ...first, asked: 0 });
  app.clock.advance(20_000);
  expect(await look()).toEqual({ ...first, asked: 1 });
  // As when the first schedule is read with another practitioner.
  await store.db
    .insertInto("roster_entry")
    .values({
      connection_id: app.deps.connection.id,
      index_id: INDEX,
      record_type: "schedule",
      record_id: schedules[0] ?? "",
      practitioner_id: "another_one",
      source: "paste",
      state: "found",
      need: 0,
      search: "",
      added_by: json(app.context.actor),
      added_at: app.clock.now(),
    })
    .execute();
  expect(await look()).toEqual({ ...first, name: expect.stringContaining("another_one"), asked: 1 });
  const split = { version: first.version, changeIds: changeIds.slice(0, PLANS.length) };
  expect((await app.signedIn("POST", `${setPath}/split`, split)).status).toBe(200);
  const rest = await look();
  expect(rest.name).toContain(" and 28 others");
  await app.signedIn("POST", `${setPath}/submit`, { version: rest.version, evidence: { reason: "So" } });
  expect(await look()).toMatchObject({ name: rest.name, asked: 0 });
});

test("[H6] whom a large set is about is found in steps as at once, whatever changes a step ends between", async () => {
  await using stack = await createSendingStack();
  const { app } = stack;
  const { db } = app.deps.store;
  const schedules = sampleSchedules(app, 5);
  const changes = [...schedules, ...schedules.toReversed()].map((id, place) => ({
    record: { type: "schedule", id },
    field: "acceptedInsurances",
    operation: { op: "add", element: PLANS[place] },
  }));
  const path = `${CONNECTION_API}/index-versions/${INDEX}/changes`;
  const { changeSet } = await bodyOf<Staged>(await app.signedIn("POST", path, { changes }));
  const atOnce = (await selectSubjects(db, [changeSet.id])).get(changeSet.id);
  expect(atOnce?.count).toBeGreaterThan(1);
  for (const step of [1, 2, 3, changes.length, changes.length + 1])
    expect([step, await selectSubjectsInSteps(db, changeSet.id, step)]).toEqual([step, atOnce]);
  expect(await selectSubjectsInSteps(db, "set_without_changes")).toBeUndefined();
});
