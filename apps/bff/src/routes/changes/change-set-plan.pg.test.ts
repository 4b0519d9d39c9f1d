import { shippedProfile } from "@dc/api-client";
import { ChangeSet, ChangeSetPlan, Problem, StagedChanges } from "@dc/contract";
import { formatPhone } from "@dc/directory";
import { describe, expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { change } from "#/testing/changes.ts";
import { createDirectory, read, sampleSchedules } from "#/testing/directory.ts";
import { createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

type Options = NonNullable<Parameters<typeof createSendingStack>[0]>;

describe("the plan of a set, on the embedded store", () => {
  testPlans(async (options) => await createSendingStack(options));
});
describeOnPostgres("the plan of a set, on PostgreSQL", () => {
  testPlans(async (options) => await createSendingStack({ store: await openTestStoreOnPostgres(), ...options }));
});

const idIn = (line: string) => line.split(",").find((cell) => cell.startsWith("sch_")) ?? "";
const practitioner = { type: "practitioner", id: "new_00000000000000Pr" };
const schedule = { type: "schedule", id: "new_00000000000000Sc" };
const created = [
  {
    record: schedule,
    operation: { op: "create", fields: { practitioner: practitioner.id, name: "New Street", timeZone: "UTC" } },
  },
  { record: practitioner, operation: { op: "create", fields: { displayName: "Dr. New" } } },
  { record: schedule, field: "name", operation: { op: "set", value: "Newer Street" } },
];

function testPlans(open: (options?: Options) => Promise<SendingStack>): void {
  /** A draft over two directories: names and plans of some schedules, a deletion, and a creation. */
  async function draft(stack: SendingStack, more: readonly object[] = []) {
    const { app, plans } = stack;
    const ids = [...new Set(sampleSchedules(app, 20).map(idIn))].slice(0, 4);
    const elm = (await createDirectory(app, { name: "Elm", roster: ids.join("\n") })).indexId;
    // Nothing of the set is written here: both others are checked against it.
    await createDirectory(app, { name: "Oak", roster: ids.join("\n") });
    const changes = [INDEX, elm].flatMap((indexId) =>
      ids.flatMap((id, at) => [
        { ...change({ type: "schedule", id }, "name", { op: "set", value: `Line ${at}` }), indexId },
        { ...change({ type: "schedule", id }, "acceptedInsurances", { op: "add", element: plans[at] ?? "" }), indexId },
      ]),
    );
    const body = { name: "Lines", evidence: testEvidence, changes: [...changes, ...more] };
    const answer = await app.signedIn("POST", `${CONNECTION_API}/change-sets`, body);
    const { changeSet } = StagedChanges.parse(await answer.json());
    const path = `/change-sets/${changeSet.id}`;
    return {
      elm,
      ids,
      plan: async () => await read(app, ChangeSetPlan, `${path}/plan`),
      get: async () => await read(app, ChangeSet, path),
      apply: async () => {
        const { version } = await read(app, ChangeSet, path);
        return (await app.signedIn("POST", `${CONNECTION_API}${path}/apply`, { version })).status;
      },
    };
  }
  async function sendAll(stack: SendingStack) {
    for (let round = 0; round < 3; round += 1) {
      stack.app.clock.advance(5_000);
      await stack.pass();
    }
  }

  test.each([
    ["copies", {}],
    [
      "index versions that lie over base",
      { sandbox: { writes: true, indexVersions: "overlay-by-field" }, profile: "of the sandbox" } as const,
    ],
  ])("[S18] has the calls that are made, with %s", async (_, options) => {
    await using stack = await open(options);
    const { sandbox } = stack.app;
    const deleted = { record: { type: "schedule", id: idIn(sampleSchedules(stack.app, 20).at(-1) ?? "") } };
    const more = [...created, { ...deleted, operation: { op: "delete" } }].map((one) => ({ ...one, indexId: INDEX }));
    const { plan, apply, get } = await draft(stack, more);
    const { calls, ...planned } = await plan();
    const { total } = (await get()).counts;
    expect(planned).toMatchObject({ changes: total, toSend: total, held: [], directoryCount: 2, recordsAtOnce: 4 });
    expect(planned.directories.map(({ first }) => first?.siblings)).toEqual([1, 1]);
    const readBefore = sandbox.counters.total;
    expect(await apply()).toBe(200);
    // What apply itself reads again is no part of it.
    expect(sandbox.counters.total).toBe(readBefore);
    await sendAll(stack);
    expect(await get()).toMatchObject({ state: "applied", counts: { applied: total } });
    const made = sandbox.counters.after(0).slice(readBefore);
    const writes = made.filter(({ method }) => method !== "GET").length;
    expect({ writes, total: made.length }).toEqual({ writes: calls.writes, total: calls.total });
    expect(calls.writes).toBe(11);
    expect(calls.total).toBe(calls.reads + calls.writes + calls.siblingReads);
    expect(await plan()).toMatchObject({ changes: 0, toSend: 0, directories: [], calls: { total: 0 } });
  });

  test("[S18] tells somebody limited nothing of the index versions that others have", async () => {
    await using stack = await open();
    const { app, scheduleId } = stack;
    const { indexId } = await createDirectory(app, { name: "Elm", roster: scheduleId });
    const { referrer_id: referrer } = await app.deps.store.db
      .selectFrom("index_version")
      .select("referrer_id")
      .where("id", "=", indexId)
      .executeTakeFirstOrThrow();
    const roles = [{ role: "editor" as const, referrers: [referrer ?? ""] }];
    const { signedIn } = await app.enter({ name: "Edda", roles });
    const renamed = { ...change({ type: "schedule", id: scheduleId }, "name", { op: "set", value: "Hers" }), indexId };
    const body = { changes: [renamed], evidence: testEvidence };
    const staged = await signedIn("POST", `${CONNECTION_API}/change-sets`, body);
    const path = `${CONNECTION_API}/change-sets/${StagedChanges.parse(await staged.json()).changeSet.id}/plan`;
    const siblingsBy = async (ask: typeof signedIn) => {
      const { calls, directories } = ChangeSetPlan.parse(await (await ask("GET", path)).json());
      return [calls.siblingReads > 0, directories[0]?.first?.siblings];
    };
    expect([await siblingsBy(app.signedIn), await siblingsBy(signedIn)]).toEqual([
      [true, 1],
      [false, 0],
    ]);
  });

  test("says that nothing is sent where nothing can be written, and why", async () => {
    await using stack = await open({ profile: "default", sandbox: { writes: false } });
    const { plan, apply, get } = await draft(
      stack,
      created.map((one) => ({ ...one, indexId: INDEX })),
    );
    const planned = await plan();
    const { total } = (await get()).counts;
    expect(planned).toMatchObject({ changes: total, toSend: 0, calls: { total: 0, writes: 0 }, seconds: 0 });
    expect(planned.held.reduce((sum, { changes }) => sum + changes, 0)).toBe(total);
    expect(planned.directories).toMatchObject([
      { toSend: 0, calls: 0, first: null },
      { toSend: 0, calls: 0, first: null },
    ]);
    const requests = stack.app.sandbox.counters.total;
    expect(await apply()).toBe(200);
    await sendAll(stack);
    expect(await get()).toMatchObject({ state: "held", counts: { held: total } });
    expect(stack.app.sandbox.counters.total).toBe(requests);
  });

  test.each([
    // Nothing of it can be sent, the deletion alone cannot, and all can.
    ["stub", [], { toSend: 0, held: 3, endWithRecord: 0, writes: 0 }],
    ["updates", ["updateSchedule"], { toSend: 1, held: 2, endWithRecord: 0, writes: 1 }],
    ["both", ["updateSchedule", "deleteSchedule"], { toSend: 2, held: 0, endWithRecord: 1, writes: 2 }],
  ] as const)(
    "[S26] [S18] counts what a deletion of its record decides as the sender does: %s",
    async (name, known, wanted) => {
      await using stack = await open({ profile: "default" });
      const { app, scheduleId } = stack;
      const { operations } = app.deps.service.profile.data;
      const post = { method: "POST", success: [200] };
      const writes = {
        updateSchedule: { ...post, path: "/schedules/{id}", body: "{changes}" },
        deleteSchedule: { ...post, path: "/schedules/{id}/delete", answer: "any" },
      };
      const documented = Object.fromEntries(known.map((operation) => [operation, writes[operation]]));
      const profile = { extends: "default", name, operations: { ...operations, ...documented } };
      const saved = await app.signedIn("PUT", `${CONNECTION_API}/profile`, { profile, revision: 0 });
      expect(saved.status, await saved.clone().text()).toBe(200);
      const [other = ""] = sampleSchedules(app, 9)
        .map(idIn)
        .filter((id) => id !== scheduleId);
      const renamed = (id: string) => change({ type: "schedule", id }, "name", { op: "set", value: "Elm Street" });
      const deleted = { record: { type: "schedule", id: scheduleId }, operation: { op: "delete" } };
      const changes = [renamed(scheduleId), deleted, renamed(other)].map((one) => ({ ...one, indexId: INDEX }));
      const answer = await app.signedIn("POST", `${CONNECTION_API}/change-sets`, { evidence: testEvidence, changes });
      const { changeSet } = StagedChanges.parse(await answer.json());
      const address = `${CONNECTION_API}/change-sets/${changeSet.id}`;
      const plan = async () => ChangeSetPlan.parse(await (await app.signedIn("GET", `${address}/plan`)).json());
      const planned = await plan();
      expect({
        ...planned,
        held: planned.held.reduce((sum, { changes: of }) => sum + of, 0),
        writes: planned.calls.writes,
      }).toMatchObject({ ...wanted, changes: 3, directories: [{ toSend: wanted.toSend, held: wanted.held }] });
      const { version } = changeSet;
      expect((await app.signedIn("POST", `${address}/apply`, { version, plan: planned.revision })).status).toBe(200);
      await sendAll(stack);
      const { counts } = ChangeSet.parse(await (await app.signedIn("GET", address)).json());
      expect([counts.applied, counts.held, counts.withdrawn]).toEqual([
        wanted.toSend,
        wanted.held,
        wanted.endWithRecord,
      ]);
      expect(stack.written()).toHaveLength(wanted.writes);
      expect((await plan()).toSend).toBe(0);
    },
  );

  test("[S26] [S18] holds what a later set deletes the record of, as the sender does", async () => {
    await using stack = await open({ profile: "default" });
    const { app, scheduleId } = stack;
    const [other = ""] = sampleSchedules(app, 9)
      .map(idIn)
      .filter((id) => id !== scheduleId);
    const renamed = (id: string) => change({ type: "schedule", id }, "name", { op: "set", value: "Elm Street" });
    const applied = async (changes: readonly object[]) => {
      const body = { evidence: testEvidence, changes: changes.map((one) => ({ ...one, indexId: INDEX })) };
      const answer = await app.signedIn("POST", `${CONNECTION_API}/change-sets`, body);
      const { changeSet } = StagedChanges.parse(await answer.json());
      const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
      expect((await app.signedIn("POST", `${path}/apply`, { version: changeSet.version })).status).toBe(200);
      await sendAll(stack);
      return path;
    };
    const path = await applied([renamed(scheduleId), renamed(other)]);
    await applied([{ record: { type: "schedule", id: scheduleId }, operation: { op: "delete" } }]);
    const { operations } = app.deps.service.profile.data;
    const updateSchedule = { method: "POST", success: [200], path: "/schedules/{id}", body: "{changes}" };
    const profile = { extends: "default", name: "updates", operations: { ...operations, updateSchedule } };
    expect((await app.signedIn("PUT", `${CONNECTION_API}/profile`, { profile, revision: 0 })).status).toBe(200);
    const planned = ChangeSetPlan.parse(await (await app.signedIn("GET", `${path}/plan`)).json());
    expect(planned).toMatchObject({ toSend: 1, endWithRecord: 0, calls: { writes: 1 } });
    expect(planned.held).toEqual([{ because: "Not sent because another change deletes the record.", changes: 1 }]);
    const { version } = ChangeSet.parse(await (await app.signedIn("GET", path)).json());
    const answer = await app.signedIn("POST", `${path}/apply`, { version, plan: planned.revision });
    expect(answer.status).toBe(200);
    await sendAll(stack);
    const { counts } = ChangeSet.parse(await (await app.signedIn("GET", path)).json());
    expect([counts.applied, counts.held]).toEqual([1, 1]);
    expect(stack.written().map(({ path: written }) => written)).toEqual([`/schedules/${other}`]);
  });

  test("is another one once what it rests on is another one", async () => {
    await using stack = await open();
    const { plan, get } = await draft(stack);
    const { app } = stack;
    const first = await plan();
    expect((await plan()).revision).toBe(first.revision);
    const { version } = await get();
    const refused = await app.signedIn("POST", `${CONNECTION_API}/change-sets/${(await get()).id}/apply`, {
      version,
      plan: "another",
    });
    expect([refused.status, Problem.parse(await refused.json()).code]).toEqual([409, "moved_since_seen"]);
    app.deps.service.prepare(shippedProfile("default", { formatPhone }))();
    const held = await plan();
    expect(held).toMatchObject({ toSend: 0 });
    expect(held.revision).not.toBe(first.revision);
  });
}
