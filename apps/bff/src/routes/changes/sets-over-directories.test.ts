import { Change, ChangeSet, ChangeSetPage, Problem, Runbook, StagedChanges } from "@dc/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { journal } from "#/context/journal.ts";
import { consoleContext } from "#/context/reach.ts";
import { discardUnfinishedSets } from "#/operations/change-sets/open.ts";
import { transact } from "#/store/sql/transaction.ts";
import { CONNECTION_API, type TestApp } from "#/testing/app.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { createDirectory, journalOf, read, requestsFor } from "#/testing/directory.ts";
import { QUIET_MS } from "#/testing/changes.ts";
import { openWatchedStore } from "#/testing/stores/watched-store.ts";
import { addPlan, createSendingStack, type SendingStack } from "#/testing/sending-stack.ts";

const deleting = /^delete from "change" /;

const ChangesOfSet = z.object({ items: z.array(Change) });

async function post<Schema extends z.ZodType>(app: TestApp, path: string, schema: Schema, body: unknown = {}) {
  const answer = await app.signedIn("POST", `${CONNECTION_API}${path}`, body);
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return schema.parse(await answer.json());
}

/** Two directories, and one set in which the same plan is added to the same schedule in both of them. */
async function setOverTwo(stack: SendingStack) {
  const { app, scheduleId, plans } = stack;
  const ids: string[] = [];
  for (const name of ["Elm", "Oak"]) ids.push((await createDirectory(app, { name, roster: scheduleId })).indexId);
  const { changeSet: set } = await post(app, "/change-sets", StagedChanges);
  for (const id of ids)
    await post(app, `/change-sets/${set.id}/changes`, StagedChanges, {
      changes: [{ ...addPlan(scheduleId, plans[0] ?? ""), indexId: id }],
    });
  const staged = async () => await read(app, ChangeSet, `/change-sets/${set.id}`);
  const apply = async () => {
    const { version } = await staged();
    return await app.signedIn("POST", `${CONNECTION_API}/change-sets/${set.id}/apply`, {
      version,
      evidence: testEvidence,
    });
  };
  const changes = async () => (await read(app, ChangesOfSet, `/change-sets/${set.id}/changes`)).items;
  return { ids, set, staged, apply, changes };
}

test("one set holds the same change of one record in two directories, and each is sent and checked in its own", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const { ids, set, staged, apply, changes } = await setOverTwo(stack);
  expect(set).toMatchObject({ state: "draft", indexId: null, indexName: "0 directories", indexCount: 0 });
  expect(await staged()).toMatchObject({
    indexId: null,
    indexName: "2 directories",
    indexCount: 2,
    counts: { total: 2, draft: 2 },
  });
  expect((await changes()).map(({ indexId, indexName }) => [indexId, indexName])).toEqual([
    [ids[0], "Elm"],
    [ids[1], "Oak"],
  ]);
  // Each directory lists it.
  for (const id of ids)
    expect((await read(app, ChangeSetPage, `/change-sets?indexId=${id}`)).items.map((one) => one.id)).toEqual([set.id]);
  expect((await read(app, ChangeSetPage, "/change-sets?indexId=idx_test_mode_custom")).items).toEqual([]);
  // One's own draft of a directory is another one.
  const own = await post(app, `/index-versions/${ids[0]}/changes`, StagedChanges, {
    changes: [addPlan(scheduleId, plans[1] ?? "")],
  });
  expect(own.changeSet).toMatchObject({ indexId: ids[0], indexName: "Elm", indexCount: 1 });
  expect(own.changeSet.id).not.toBe(set.id);

  expect((await apply()).status).toBe(200);
  app.clock.advance(5_000);
  for (let pass = 0; pass < 4; pass += 1) {
    await stack.pass();
    app.clock.advance(QUIET_MS);
  }
  expect((await changes()).map(({ state, receipt }) => [state, receipt?.asWanted])).toEqual([
    ["applied", true],
    ["applied", true],
  ]);
  expect((await staged()).state).toBe("applied");
  const written = stack.written().filter(({ path }) => path.includes(scheduleId));
  expect(written.map(({ index }) => index)).toEqual(ids);
  // The first record of each directory is checked in a sibling.
  expect((await changes()).map(({ receipt }) => receipt?.sibling?.moved)).toEqual(["unmoved", "unmoved"]);
  expect(await journalOf(app, set.id)).toEqual(["change-set.create", "change-set.apply"]);
});

test("one request stages in several directories or in none, and is undone in one step", async () => {
  await using stack = await createSendingStack();
  const { app, scheduleId, plans } = stack;
  const { ids, set, changes } = await setOverTwo(stack);
  const ask = async (path: string, body: object) =>
    await app.signedIn("POST", `${CONNECTION_API}/change-sets/${set.id}/changes${path}`, body);
  const inBoth = (plan: string) => ids.map((indexId) => ({ ...addPlan(scheduleId, plan), indexId }));
  const countsOf = async () => {
    const all = await changes();
    return ids.map((id) => all.filter(({ indexId }) => indexId === id).length);
  };
  const before = (await changes()).map(({ id }) => id);
  const bad = { ...inBoth(plans[1] ?? "")[0], indexId: ids[1], field: "shoeSize" };
  const refused = await ask("", { changes: [...inBoth(plans[1] ?? ""), bad] });
  expect(refused.status).toBe(400);
  expect(Problem.parse(await refused.json()).errors?.map(({ pointer }) => pointer)).toEqual(["/changes/2/field"]);
  const unknown = await ask("", { changes: [...inBoth(plans[1] ?? ""), { ...bad, indexId: "idx_of_nobody" }] });
  expect(unknown.status).toBe(404);
  expect((await changes()).map(({ id }) => id)).toEqual(before);

  const staged = StagedChanges.parse(await (await ask("", { changes: inBoth(plans[1] ?? "") })).json());
  expect(staged.changes.map(({ indexId }) => indexId)).toEqual(ids);
  expect(await changes()).toHaveLength(4);
  // The same record has drafts of its own in each directory.
  const other = await ask("", {
    changes: [
      { ...inBoth("")[0], operation: { op: "remove", element: plans[1] } },
      { ...inBoth("")[1], operation: { op: "add", element: plans[2] } },
    ],
  });
  expect(await countsOf()).toEqual([1, 3]);
  const { changes: made, replaced } = StagedChanges.parse(await other.json());
  expect(replaced.map(({ indexId }) => indexId)).toEqual([ids[0]]);
  const undone = await ask("/undo", {
    staged: made.map(({ id }) => id),
    replaced: replaced.map(({ indexId, record, field, operation, policy, evidence }) => ({
      indexId,
      record,
      field: field ?? undefined,
      operation,
      policy,
      evidence,
    })),
  });
  expect(undone.status).toBe(200);
  expect(await countsOf()).toEqual([2, 2]);
  // A draft of one directory takes no change of another.
  const own = await post(app, `/index-versions/${ids[0]}/changes`, StagedChanges, {
    changes: [addPlan(scheduleId, plans[2] ?? "")],
  });
  const foreign = await app.signedIn("POST", `${CONNECTION_API}/change-sets/${own.changeSet.id}/changes`, {
    changes: inBoth(plans[3] ?? ""),
  });
  expect(foreign.status).toBe(404);
});

test("[S9] undoing the staging that opened a set discards it; what else is in it, or was staged later, keeps it", async () => {
  await using stack = await createSendingStack();
  const { app, scheduleId, plans } = stack;
  const { ids } = await setOverTwo(stack);
  const inBoth = (plan: string) => ids.map((indexId) => ({ ...addPlan(scheduleId, plan), indexId }));
  const open = async (plan: string) =>
    await post(app, "/change-sets", StagedChanges, { changes: inBoth(plan), evidence: testEvidence });
  const more = async (id: string, plan: string) =>
    await post(app, `/change-sets/${id}/changes`, StagedChanges, { changes: inBoth(plan) });
  const undo = async ({ changeSet, changeIds }: StagedChanges) => {
    const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
    const undone = await app.signedIn("POST", `${path}/changes/undo`, { staged: changeIds, replaced: [] });
    expect(undone.status).toBe(200);
    const { counts } = StagedChanges.parse(await undone.json()).changeSet;
    return [counts.total, (await app.signedIn("GET", path)).status];
  };
  const opened = await open(plans[1] ?? "");
  expect(await undo(opened)).toEqual([0, 404]);
  expect((await journalOf(app, opened.changeSet.id)).at(-1)).toBe("change-set.discard");
  const first = await open(plans[1] ?? "");
  const second = await more(first.changeSet.id, plans[2] ?? "");
  expect(await undo(first)).toEqual([2, 200]);
  expect(await undo(second)).toEqual([0, 200]);
  const third = await open(plans[1] ?? "");
  expect(await undo(await more(third.changeSet.id, plans[2] ?? ""))).toEqual([2, 200]);
  expect(await undo(third)).toEqual([0, 404]);
});

test.each(["Elm called", `Elm called${"🦷".repeat(95)}`])(
  "what is split off of a set that was split off is called so once: %s",
  async (name) => {
    await using stack = await createSendingStack();
    const { app, scheduleId, plans } = stack;
    const { ids } = await setOverTwo(stack);
    const changes = plans.slice(1, 4).map((plan) => ({ ...addPlan(scheduleId, plan), indexId: ids[0] }));
    const opened = await post(app, "/change-sets", StagedChanges, { name, changes });
    const split = async ({ id, version }: ChangeSet, changeIds: readonly string[]) => {
      const answer = await app.signedIn("POST", `${CONNECTION_API}/change-sets/${id}/split`, { version, changeIds });
      return ((await answer.json()) as { splitOff: ChangeSet }).splitOff;
    };
    const first = await split(opened.changeSet, opened.changeIds.slice(1));
    const second = await split(first, opened.changeIds.slice(2));
    expect(first.name).toMatch(/^Elm called.*, split off$/);
    expect([first.name.isWellFormed(), second.name]).toEqual([true, first.name]);
  },
);

test("what one directory refuses is not applied in the other either", async () => {
  await using stack = await createSendingStack();
  const { app } = stack;
  const { ids, staged, apply } = await setOverTwo(stack);
  const gone = { deleted_at: app.clock.now() };
  await app.deps.store.db
    .updateTable("index_version")
    .set(gone)
    .where("id", "=", ids[1] ?? "")
    .execute();
  const answer = await apply();
  expect([answer.status, ((await answer.json()) as Problem).detail]).toEqual([
    409,
    expect.stringContaining("Oak is deleted"),
  ]);
  expect(await staged()).toMatchObject({ state: "draft", counts: { draft: 2 } });
});

test("held changes of two directories are one runbook, whose steps say where they are made", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app } = stack;
  const { ids, set, staged, apply } = await setOverTwo(stack);
  await apply();
  app.clock.advance(5_000);
  await stack.pass();
  expect(await staged()).toMatchObject({ state: "held", counts: { held: 2 } });
  const runbook = await read(app, Runbook, `/change-sets/${set.id}/runbook`);
  expect(runbook).toMatchObject({ indexId: null, indexName: "2 directories", total: 2 });
  expect(runbook.steps.map(({ indexId, indexName }) => [indexId, indexName])).toEqual([
    [ids[0], "Elm"],
    [ids[1], "Oak"],
  ]);
  for (const [at, id] of ids.entries()) expect(runbook.steps[at]?.check).toContain(id);
  expect(runbook.text).toContain(`Index version: \`${ids[1]}\` (Oak)`);
  const second = await read(app, Runbook, `/change-sets/${set.id}/runbook?limit=1`);
  expect(second.steps).toHaveLength(1);
  const rest = await read(app, Runbook, `/change-sets/${set.id}/runbook?cursor=${second.nextCursor}`);
  expect(rest.steps.map(({ number, indexId }) => [number, indexId])).toEqual([[2, ids[1]]]);
});

test("one request opens a set with its name, its evidence and its changes, or nothing", async () => {
  await using stack = await createSendingStack();
  const { app, scheduleId, plans } = stack;
  const { ids, set } = await setOverTwo(stack);
  const given = { name: "Harbour Row called", evidence: { ...testEvidence, reason: "The practice called" } };
  const own = { ...testEvidence, reason: "Told by mail" };
  const changes = ids.map((indexId, at) => ({
    ...addPlan(scheduleId, plans[1] ?? ""),
    indexId,
    evidence: at === 0 ? null : own,
  }));
  const open = async (body: object) => await app.signedIn("POST", `${CONNECTION_API}/change-sets`, body);
  const told = async (answer: Response) => Problem.parse(await answer.json());
  const all = async () => (await read(app, ChangeSetPage, "/change-sets")).items.map(({ id }) => id);
  expect(
    await told(await open({ ...given, changes: [...changes, { ...changes[0], field: "shoeSize" }] })),
  ).toMatchObject({ status: 400, errors: [{ pointer: "/changes/2/field" }] });
  const late = { ...given.evidence, verifiedOn: "2100-01-01" };
  expect(await told(await open({ ...given, evidence: late, changes }))).toMatchObject({
    errors: [{ pointer: "/evidence/verifiedOn" }],
  });
  const says = { ...changes[0], operation: { op: "remove", element: "ins_nowhere" } };
  expect(await told(await open({ ...given, changes: [says] }))).toMatchObject({ status: 409, code: "set_empty" });
  expect(await all()).toEqual([set.id]);

  const staged = StagedChanges.parse(await (await open({ ...given, changes: [says, ...changes] })).json());
  expect(staged).toMatchObject({
    changeSet: { name: given.name, isNamed: true, indexCount: 2, evidence: given.evidence },
    changes: [{ evidence: null }, { evidence: own }],
    dropped: [0],
    replaced: [],
  });
  expect(staged.changeIds).toEqual(staged.changes.map(({ id }) => id));
  // Each is a set of its own, and so is an empty one.
  const empty = StagedChanges.parse(await (await open({})).json()).changeSet;
  expect((await all()).toSorted()).toEqual([set.id, staged.changeSet.id, empty.id].toSorted());
});

test("what is not seen is read for 200 records of a request, and more is refused before anything is read", async () => {
  await using stack = await createSendingStack();
  const { app } = stack;
  const changes = Array.from({ length: 201 }, (_, at) => ({
    ...addPlan(`sch_of_${at}`, "ins_new00001"),
    indexId: "idx_test_mode_custom",
  }));
  const answer = await app.signedIn("POST", `${CONNECTION_API}/change-sets`, { changes });
  expect([answer.status, Problem.parse(await answer.json()).errors]).toMatchObject([
    400,
    [{ pointer: "/changes/200/seen" }],
  ]);
  expect(requestsFor(app, /sch_of_/)).toBe(0);
});

test("a set that is opened in steps is there for nobody until the last, and not at all if one fails", async () => {
  const { store, written: discarded } = await openWatchedStore(deleting);
  await using stack = await createSendingStack({ store });
  const { app, scheduleId } = stack;
  const { connection, events } = app.deps;
  const { indexId } = await createDirectory(app, { name: "Elm", roster: scheduleId });
  const plans = Array.from({ length: 450 }, (_, at) => `ins_new${String(at).padStart(5, "0")}`);
  const body = { name: "Many", changes: plans.map((plan) => ({ ...addPlan(scheduleId, plan), indexId })) };
  const key = { "Idempotency-Key": "many" };
  const open = async (headers = {}) => await app.signedIn("POST", `${CONNECTION_API}/change-sets`, body, headers);
  const sets = async () => (await read(app, ChangeSetPage, "/change-sets")).items;
  const written = async () => await store.db.selectFrom("change").select(["id", "change_set_id"]).execute();
  const seen: [changes: number, sets: number, status: number][] = [];
  let onStep: () => unknown = async () => {
    const rows = await written();
    const { status } = await app.signedIn("GET", `${CONNECTION_API}/change-sets/${rows[0]?.change_set_id}`);
    seen.push([rows.length, (await sets()).length, status]);
  };
  events.subscribe("ledger changed", async () => void (await onStep()));
  const staged = StagedChanges.parse(await (await open()).json());
  expect(seen).toEqual([
    [100, 0, 404],
    [200, 0, 404],
    [300, 0, 404],
    [400, 0, 404],
    [450, 1, 200],
  ]);
  expect([staged.changeSet.counts.total, staged.changeIds.length, staged.changes.length]).toEqual([450, 450, 200]);
  seen.length = 0;
  onStep = async () => {
    const { status } = await app.signedIn("GET", `${CONNECTION_API}/change-sets/${staged.changeSet.id}`);
    seen.push([(await written()).length, (await sets()).length, status]);
  };
  expect((await app.signedIn("DELETE", `${CONNECTION_API}/change-sets/${staged.changeSet.id}`)).status).toBe(204);
  expect(discarded, "its drafts go in steps, and once they are gone that is told").toEqual([200, 200, 50]);
  expect(seen).toEqual([[0, 0, 404]]);
  expect(await journalOf(app, staged.changeSet.id)).toEqual(["change-set.create", "change-set.discard"]);

  onStep = async () =>
    await store.db
      .updateTable("index_version")
      .set({ archived_at: app.clock.now() })
      .where("connection_id", "=", connection.id)
      .where("id", "=", indexId)
      .execute();
  expect((await open(key)).status).toBe(409);
  expect([await sets(), await written()]).toEqual([[], []]);
  // It had no effect, so that the same request is tried again.
  onStep = () => undefined;
  await store.db.updateTable("index_version").set({ archived_at: null }).where("id", "=", indexId).execute();
  expect((await open(key)).status).toBe(201);
});

test("[S9] undoing the staging that opened a large set discards it at once for everybody, and its drafts in steps", async () => {
  const { store, written, onWritten, kill, startAgain } = await openWatchedStore(deleting);
  await using stack = await createSendingStack({ store });
  const { app, scheduleId } = stack;
  const { indexId } = await createDirectory(app, { name: "Elm", roster: scheduleId });
  const open = async () => {
    const plans = Array.from({ length: 450 }, (_, at) => `ins_new${String(at).padStart(5, "0")}`);
    const changes = plans.map((plan) => ({ ...addPlan(scheduleId, plan), indexId }));
    const { changeSet, changeIds } = await post(app, "/change-sets", StagedChanges, { name: "Many", changes });
    const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
    const undo = async () => await app.signedIn("POST", `${path}/changes/undo`, { staged: changeIds, replaced: [] });
    return { path, undo, changeSet };
  };
  const first = await open();
  const undone = await Promise.all([first.undo(), first.undo()]);
  expect(undone.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  const answer = undone.find(({ status }) => status === 200);
  expect(StagedChanges.parse(await answer?.json())).toMatchObject({
    changeSet: { id: first.changeSet.id, name: "Many", counts: { total: 0 } },
    changeIds: [],
  });
  expect(written).toEqual([200, 200, 50]);
  const told = ["change-set.create", "change-set.discard"];
  expect(await journalOf(app, first.changeSet.id)).toEqual(told);

  const second = await open();
  const left = async () => (await store.db.selectFrom("change").select("id").execute()).length;
  onWritten(kill);
  expect((await second.undo()).status).toBe(500);
  startAgain();
  onWritten(() => {});
  expect([await left(), (await app.signedIn("GET", second.path)).status]).toEqual([250, 404]);
  await discardUnfinishedSets(app.deps);
  expect([await left(), await journalOf(app, second.changeSet.id)]).toEqual([0, told]);
});

test("a set that a process did not finish is discarded when the next one starts", async () => {
  await using stack = await createSendingStack();
  const { app } = stack;
  const { set } = await setOverTwo(stack);
  await app.deps.store.db.updateTable("change_set").set({ opening: true }).where("id", "=", set.id).execute();
  expect((await app.signedIn("GET", `${CONNECTION_API}/change-sets/${set.id}`)).status).toBe(404);
  await discardUnfinishedSets(app.deps);
  expect(await app.deps.store.db.selectFrom("change").select("id").execute()).toEqual([]);
  expect(await journalOf(app, set.id)).toEqual(["change-set.create", "change-set.discard"]);
});

test("what a process that ended has not discarded of a large set goes as the next one starts, and is told once", async () => {
  await using stack = await createSendingStack();
  const { app, scheduleId } = stack;
  const { store } = app.deps;
  const { indexId } = await createDirectory(app, { name: "Elm", roster: scheduleId });
  const changes = Array.from({ length: 300 }, (_, at) => ({
    ...addPlan(scheduleId, `ins_new${at + 10_000}`),
    indexId,
  }));
  const opened = await app.signedIn("POST", `${CONNECTION_API}/change-sets`, { name: "Many", changes });
  const { changeSet } = StagedChanges.parse(await opened.json());
  const left = async () => (await store.db.selectFrom("change").select("id").execute()).length;
  // It ends between what makes the set be there for nobody, and the first of its drafts.
  await transact(store.db, async (trx) => {
    await trx.updateTable("change_set").set({ opening: true }).where("id", "=", changeSet.id).execute();
    const message = { code: "change-set.discard", params: { by: "Ada Admin", count: 300 } } as const;
    await journal(consoleContext(app.deps, changeSet.createdBy), trx, { subject: changeSet.id, message });
  });
  expect(await left()).toBe(300);
  await discardUnfinishedSets(app.deps);
  expect(await left()).toBe(0);
  expect(await journalOf(app, changeSet.id)).toEqual(["change-set.create", "change-set.discard"]);
});
