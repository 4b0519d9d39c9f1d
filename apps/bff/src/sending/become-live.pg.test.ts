import { ChangeSet, RecordView } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { evidence } from "#/testing/change-set-requests.ts";
import { sampleSchedules } from "#/testing/directory.ts";
import { serveGateway } from "#/testing/gateway.ts";
import { createSendingStack, expectDerivedOverrides, INDEX, type SendingStack } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { consoleContext } from "#/context/reach.ts";
import { goBack } from "#/ledger/go-back.ts";
import { queueInSteps } from "#/ledger/queue-changes.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { applySet } from "#/operations/change-sets/internal/apply-set.ts";
import { deleteDrafts, updateChange, updateChanges } from "#/store/ledger-writes/changes.ts";
import { transact } from "#/store/sql/transaction.ts";
import { lockChangeSet } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, countWaiting, selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { becomeLive, compareWaiting } from "./become-live.ts";
import { takeChangeSet, underLease } from "./lease.ts";

describe("a set becomes live at once, on the embedded store", () => {
  testSets(async () => await createSendingStack());
});
describe("a large set is applied by one row, on the embedded store", () => {
  test("[S20] readers get all of it as queued, in the order of staging, and what was killed before the rows followed goes on", async () => {
    await using stack = await createSendingStack();
    const { row, page, states, orders } = await applyByOneRow(stack);
    expect(await row()).toMatchObject({ state: "queued", counts: { queued: 300, draft: 0 } });
    expect(await page()).toEqual(["queued"]);
    expect(await states()).toEqual(["draft"]);
    await stack.restart();
    await stack.pass();
    expect(await states()).toEqual(["queued"]);
    const given = await orders();
    expect(given).toHaveLength(300);
    expect(given).toEqual(given.toSorted((a, b) => a - b));
    expect(new Set(given).size).toBe(300);
    stack.app.clock.advance(5_000);
    await stack.pass();
    expect(await states()).not.toContain("queued");
    await expectDerivedOverrides(stack.app);
  });

  test("[S20] undo and withdrawal before the rows followed leave nothing of it queued", async () => {
    await using stack = await createSendingStack();
    const { path, row, states, orders } = await applyByOneRow(stack);
    const undone = await stack.app.signedIn("POST", `${path}/undo`, { version: (await row()).version });
    expect(undone.status).toBe(200);
    expect(await states()).toEqual(["draft"]);
    expect(await orders()).toEqual([]);
    await applyAgain(stack, path);
    expect((await row()).state).toBe("queued");
    const withdrawn = await stack.app.signedIn("POST", `${path}/withdraw`, { version: (await row()).version });
    expect(withdrawn.status).toBe(200);
    expect(await row()).toMatchObject({ state: "withdrawn" });
    await stack.restart();
    stack.app.clock.advance(5_000);
    await stack.pass();
    expect(await states()).toEqual(["withdrawn"]);
    await expectDerivedOverrides(stack.app);
  });

  test("[S20] a change whose row did not follow is neither edited nor discarded", async () => {
    await using stack = await createSendingStack();
    const { path, id, states } = await applyByOneRow(stack);
    const { deps } = stack.app;
    const [first] = await selectChangesOfSet(deps.store.db, id);
    if (first === undefined) throw new Error("the set has changes");
    const { connection_id: connectionId } = first;
    expect(await transact(deps.store.db, (trx) => deleteDrafts(trx, connectionId, [first.id]))).toEqual([]);
    expect(
      await transact(deps.store.db, (trx) => updateChange(trx, first, ["undo"], {}, deps.clock.now())),
    ).toBeUndefined();
    expect(await transact(deps.store.db, (trx) => updateChanges(trx, [undo(first)], deps.clock.now()))).toBe(false);
    const more = { indexId: INDEX, changeSetId: id, changes: [] };
    expect(
      (await stack.app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/changes`, more)).status,
    ).toBeGreaterThan(399);
    expect((await stack.app.signedIn("DELETE", path)).status).toBeGreaterThan(399);
    expect(await states()).toEqual(["draft"]);
  });
});

describe("a large set goes back by one row, on the embedded store", () => {
  test("[S22] undo leads all of it back for readers at once, nothing of it is edited or applied before the rows followed, and a new start goes on", async () => {
    await using stack = await createSendingStack();
    const { row, page, path, id, states, orders } = await queueMany(stack);
    const { deps, signedIn } = stack.app;
    await goBackByOneRow(stack, id);
    expect(await states()).toEqual(["queued"]);
    expect(await row()).toMatchObject({ state: "draft", counts: { draft: 300, queued: 0 }, appliedAt: null });
    expect(await page()).toEqual(["draft"]);
    const { version } = await row();
    for (const verb of ["apply", "withdraw", "submit"])
      expect((await signedIn("POST", `${path}/${verb}`, { version })).status).toBe(409);
    expect((await signedIn("DELETE", path)).status).toBe(409);
    const [first] = await selectChangesOfSet(deps.store.db, id);
    if (first === undefined) throw new Error("the set has changes");
    const edit = { before: first, events: [], set: { policy: "follow" as const } };
    expect(await transact(deps.store.db, (trx) => updateChanges(trx, [edit], deps.clock.now()))).toBe(false);
    expect(await transact(deps.store.db, (trx) => updateChange(trx, first, [], {}, deps.clock.now()))).toBeUndefined();
    await stack.restart();
    stack.app.clock.advance(5_000);
    await stack.pass();
    expect(await states()).toEqual(["draft"]);
    expect(await orders()).toEqual([]);
    expect(await row()).toMatchObject({ state: "draft" });
    const applied = await signedIn("POST", `${path}/apply`, { version: (await row()).version, evidence });
    expect(await applied.json()).toMatchObject({ state: "queued", counts: { queued: 300 } });
  });

  test("[S22] what moved before the end of its five seconds goes back by one row, with the reason", async () => {
    await using stack = await createSendingStack();
    const { row, id, states } = await queueMany(stack);
    const { deps, clock } = stack.app;
    await deps.store.db.updateTable("change_set").set({ on_behalf_of: nobody }).where("id", "=", id).execute();
    clock.advance(5_000);
    const lease = await takeChangeSet(deps, { changeSetId: id, owner: "killed", forMs: 60_000 });
    if (lease === undefined) throw new Error("nobody else has the lease");
    await underLease(deps, lease, async (ledger) => await becomeLive(deps, ledger, id, null));
    expect(await states()).toEqual(["queued"]);
    expect(await row()).toMatchObject({ state: "draft", counts: { draft: 300 }, sendAfter: null });
    await stack.restart();
    await stack.pass();
    expect(await states()).toEqual(["draft"]);
    const told = await deps.store.db.selectFrom("change").select("reason").where("change_set_id", "=", id).execute();
    expect(new Set(told.map(({ reason }) => reason?.code))).toEqual(new Set(["may-not-apply"]));
  });
});

const nobody = JSON.stringify({ kind: "person", id: "per_nobody", name: "Nobody" });

/** A set of 300 changes that was applied, with all its rows. */
async function queueMany(stack: SendingStack) {
  const applied = await applyByOneRow(stack);
  await queueInSteps(stack.app.deps, applied.id);
  return applied;
}

/** Undoes the applying of a set, up to the moment before its rows follow. */
async function goBackByOneRow({ app: { deps } }: SendingStack, id: string) {
  await withLedger(deps, async (ledger) => {
    const row = await lockChangeSet(ledger.trx, deps.connection.id, id);
    if (row === undefined) throw new Error("the set is there");
    const waiting = await countWaiting(ledger.trx, row, 51);
    await goBack(deps, ledger, { row, ...waiting }, { actor: row.created_by, requestId: null, step: "undone" });
  });
}

const undo = (before: ChangeRow) => ({ before, events: ["undo"] as const, set: {} });

async function applyAgain({ app }: SendingStack, path: string) {
  const { id, version } = ChangeSet.parse(await (await app.signedIn("GET", path)).json());
  const { deps } = app;
  await withLedger(deps, async (ledger) => {
    const row = await lockChangeSet(ledger.trx, deps.connection.id, id);
    if (row?.version !== version) throw new Error("nobody else has the set");
    const changes = await selectChangesOfSet(ledger.trx, id);
    const set = { row, changes, given: null, moved: undefined, only: null, ahead: null };
    await applySet(consoleContext(deps, row.created_by), ledger, set, { counting: [], lapsed: [] });
  });
}

/** Applies a set of 300 changes, up to the moment before their rows follow. */
async function applyByOneRow(stack: SendingStack) {
  const { app } = stack;
  const { set: path, changeSet } = await stageMany(stack);
  await applyAgain(stack, path);
  const of = app.deps.store.db.selectFrom("change").where("change_set_id", "=", changeSet.id);
  return {
    id: changeSet.id,
    path,
    row: async () => ChangeSet.parse(await (await app.signedIn("GET", path)).json()),
    page: async () => {
      const answer = await app.signedIn("GET", `${path}/changes?limit=100`);
      const { items } = (await answer.json()) as { items: { state: string }[] };
      return [...new Set(items.map(({ state }) => state))];
    },
    states: async () => (await of.select("state").distinct().execute()).map(({ state }) => state),
    orders: async () =>
      (await of.select("approval_order").where("approval_order", "is not", null).orderBy("staged_order").execute()).map(
        (row) => Number(row.approval_order),
      ),
  };
}

describeOnPostgres("a set becomes live at once, on PostgreSQL", () => {
  testSets(async () => await createSendingStack({ store: await openTestStoreOnPostgres() }));
});

const PLANS = Array.from({ length: 10 }, (_, number) => `ins_live000${number}`);

/** A set of 300 changes in the draft of the index. */
async function stageMany({ app }: SendingStack) {
  const schedules = sampleSchedules(app, 30);
  const add = (id: string) =>
    PLANS.map((element) => ({
      record: { type: "schedule", id },
      field: "acceptedInsurances",
      operation: { op: "add", element },
      evidence,
    }));
  const path = `${CONNECTION_API}/index-versions/${INDEX}`;
  const body = { changes: schedules.flatMap(add) };
  const staged = await app.signedIn("POST", `${path}/changes`, body);
  expect(staged.status).toBe(201);
  const { changeSet } = (await staged.json()) as { changeSet: ChangeSet };
  return { schedules, path, changeSet, set: `${CONNECTION_API}/change-sets/${changeSet.id}` };
}

/** The same, applied, and how many of them each way of reading says. */
async function applyMany(stack: SendingStack) {
  const { app } = stack;
  const { schedules, path, changeSet, set } = await stageMany(stack);
  const applied = await app.signedIn("POST", `${set}/apply`, { version: changeSet.version, evidence });
  expect(applied.status).toBe(200);
  const gateway = await serveGateway(app);
  const { headers } = app.deps.service.profile.data;
  const served = async () => {
    let plans = 0;
    for (const id of schedules) {
      const answer = await gateway.ask(`/schedules/${id}`, { headers: { [headers.index.name]: INDEX } });
      plans += (await answer.text()).match(/ins_live/g)?.length ?? 0;
    }
    return plans;
  };
  const shown = async () => {
    let [plans, ours] = [0, 0];
    for (const id of schedules) {
      const { comparison, raw } = RecordView.parse(
        await (await app.signedIn("GET", `${path}/schedules/${id}?raw=1`)).json(),
      );
      plans += raw?.effective?.match(/ins_live/g)?.length ?? 0;
      ours += comparison.counts.ours;
    }
    return { plans, ours };
  };
  const read = async () => {
    const { state } = ChangeSet.parse(await (await app.signedIn("GET", set)).json());
    return { state, served: await served(), shown: await shown() };
  };
  const withdraw = async () => {
    const { version } = ChangeSet.parse(await (await app.signedIn("GET", set)).json());
    return (await app.signedIn("POST", `${set}/withdraw`, { version })).status;
  };
  const rows = async () => {
    const query = app.deps.store.db.selectFrom("change").select("state").distinct().orderBy("state");
    return (await query.where("change_set_id", "=", changeSet.id).execute()).map(({ state }) => state);
  };
  return { id: changeSet.id, read, rows, withdraw, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() };
}

function testSets(open: () => Promise<SendingStack>): void {
  test("[S15] before the end of its five seconds nobody reads any of it, and before its first record is sent everybody all of it", async () => {
    await using stack = await open();
    await using many = await applyMany(stack);
    await stack.pass();
    expect(await many.read()).toEqual({ state: "queued", served: 0, shown: { plans: 0, ours: 0 } });
    stack.app.clock.advance(5_000);
    let seen: unknown;
    await stack.pass({
      onStep: async (step) => {
        if (step === "before intent") seen ??= await many.read();
      },
    });
    expect(seen).toEqual({ state: "applying", served: 300, shown: { plans: 300, ours: 300 } });
  });

  test("[S15] one row makes it true, and what was killed before the other rows followed goes on at the next start", async () => {
    await using stack = await open();
    await using many = await applyMany(stack);
    const { deps, clock } = stack.app;
    clock.advance(5_000);
    const lease = await takeChangeSet(deps, { changeSetId: many.id, owner: "killed", forMs: 60_000 });
    if (lease === undefined) throw new Error("nobody else has the lease");
    const ahead = await compareWaiting(deps, many.id);
    await underLease(deps, lease, async (ledger) => await becomeLive(deps, ledger, many.id, ahead));
    expect(await many.rows()).toEqual(["queued"]);
    expect(await many.read()).toEqual({ state: "applying", served: 300, shown: { plans: 300, ours: 300 } });
    await stack.restart();
    await stack.pass();
    expect(await many.rows()).not.toContain("queued");
    await expectDerivedOverrides(stack.app);
  });

  test("[S16] one row takes it back, the rows follow in steps that a new start goes on with, and L is as it was before", async () => {
    await using stack = await open();
    await using many = await applyMany(stack);
    stack.app.clock.advance(5_000);
    await stack
      .pass({
        onStep: (step) => {
          // The first write begins: what was not sent is taken back from the process that sends it.
          if (step === "before send") throw new Error("killed");
        },
      })
      .catch(() => undefined);
    expect(await many.withdraw()).toBe(200);
    expect(await many.rows()).toEqual(["deferred", "sending"]);
    const left = { plans: 10, ours: 10 };
    expect(await many.read()).toMatchObject({ served: 10, shown: left });
    await stack.restart();
    await stack.pass();
    expect(await many.rows()).toContain("withdrawn");
    expect(await many.rows()).not.toContain("deferred");
    const memories = await stack.app.deps.store.db.selectFrom("field_memory").select("baseline").execute();
    const moved = memories.filter(({ baseline }) => Object.keys(baseline?.elements ?? {}).length > 0);
    expect(moved).toHaveLength(1);
    await expectDerivedOverrides(stack.app);
    expect(await many.withdraw()).toBe(409);
  });
}
