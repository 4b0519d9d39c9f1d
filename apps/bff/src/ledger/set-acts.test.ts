import { ChangeSet, ChangeSetPage } from "@dc/contract";
import { expect, test } from "vitest";
import { consoleContext } from "#/context/reach.ts";
import { applyScheduled } from "#/operations/change-sets/schedule.ts";
import { lockChangeSet, selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { CONNECTION_API } from "#/testing/app.ts";
import { bodyOf, evidence, type Staged } from "#/testing/change-set-requests.ts";
import { journalOf, sampleSchedules } from "#/testing/directory.ts";
import { createSendingStack, INDEX, writeOutside } from "#/testing/sending-stack.ts";
import { act, type Decided } from "./set-acts.ts";
import { withLedger } from "./with-ledger.ts";

const PLANS = Array.from({ length: 9 }, (_, number) => `ins_acts000${number}`);

/** A draft of 300 changes. */
async function begin({ isReviewed = true } = {}) {
  const stack = await createSendingStack({ profile: isReviewed ? "with-writes" : "default" });
  const { app } = stack;
  const { db } = app.deps.store;
  await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required: isReviewed ? 1 : 0, ownCounts: true });
  const schedules = sampleSchedules(app, 30);
  const changes = schedules.flatMap((id) => {
    const of = { record: { type: "schedule", id }, evidence };
    const plans = PLANS.map((element) => ({ ...of, field: "acceptedInsurances", operation: { op: "add", element } }));
    return [...plans, { ...of, field: "name", operation: { op: "set", value: "Elm Street" } }];
  });
  const path = `${CONNECTION_API}/index-versions/${INDEX}/changes`;
  const { changeSet } = await bodyOf<Staged>(await app.signedIn("POST", path, { changes }));
  const setPath = (id: string) => `${CONNECTION_API}/change-sets/${id}`;
  const look = async (id = changeSet.id) => ChangeSet.parse(await bodyOf(await app.signedIn("GET", setPath(id))));
  const verb = async (name: string, body: object = {}, id = changeSet.id) => {
    const { version } = await look(id);
    return await app.signedIn("POST", `${setPath(id)}/${name}`, { version, ...body });
  };
  const states = async (id = changeSet.id) => {
    const rows = await db.selectFrom("change").select("state").where("change_set_id", "=", id).execute();
    return Object.fromEntries([...Map.groupBy(rows, ({ state }) => state)].map(([state, all]) => [state, all.length]));
  };
  const rows = async () => await selectChangesOfSet(db, changeSet.id);
  /** Decides, up to the moment before the rows follow. */
  const decide = async (decided: Decided) => {
    const { deps } = app;
    await withLedger(deps, async (ledger) => {
      const row = await lockChangeSet(ledger.trx, deps.connection.id, changeSet.id);
      if (row === undefined) throw new Error("the set is there");
      await act(consoleContext(deps, row.created_by), ledger, row.id, decided);
    });
  };
  const goOn = async () => {
    await stack.restart();
    await stack.pass();
  };
  return { stack, app, id: changeSet.id, schedules, look, verb, states, rows, decide, goOn };
}

test("[S23] a large set is asked for, approved, asked to be changed, edited and rejected whole", async () => {
  const { stack, app, id, look, verb, states } = await begin();
  await using _open = stack;
  const counted = async (name: string, body: object = {}) => {
    const answer = await verb(name, body);
    expect(answer.status).toBe(200);
    const { counts, version } = await bodyOf<ChangeSet>(answer);
    expect({ counts, version }).toEqual({ counts: (await look()).counts, version: (await look()).version });
    return await states();
  };
  expect(await counted("submit")).toEqual({ "in review": 300 });
  expect(await counted("approve")).toEqual({ approved: 300 });
  expect((await look()).approvals).toMatchObject([{ changes: 300 }]);
  expect(await counted("requests", { words: "Call again" })).toEqual({ "in review": 300 });
  expect(await counted("approve")).toEqual({ "in review": 300 });
  expect(await counted("reopen")).toEqual({ draft: 300 });
  expect((await look()).approvals).toEqual([]);
  expect(await counted("submit")).toEqual({ "in review": 300 });
  expect(await counted("reject", { reason: "Not so" })).toEqual({ rejected: 300 });
  const told = (await journalOf(app, id)).filter((step) => step.startsWith("change-set."));
  // Told again with the last row that followed, for whoever read the set in between.
  const verbs = ["create", "submit", "approve", "ask", "approve", "reopen", "submit", "reject"];
  expect(told).toEqual(verbs.flatMap((verb) => [verb, "carry-out"]).map((verb) => `change-set.${verb}`));
});

test("[S23] the records of a large set are counted again once, after all rows followed", async () => {
  const { stack, app, schedules, verb, states } = await begin();
  await using _open = stack;
  await verb("submit");
  const counted: [records: number, states: object][] = [];
  app.deps.events.subscribe(
    "ledger changed",
    async ({ records }) => void counted.push([records.length, await states()]),
  );
  await verb("reject", { reason: "Not so" });
  expect(counted).toEqual([[schedules.length, { rejected: 300 }]]);
});

test("[S23] nothing else of a set is decided before the rows followed, and a new start goes on", async () => {
  const { stack, app, look, verb, states, rows, decide, goOn } = await begin();
  await using _open = stack;
  await verb("submit");
  const changes = await rows();
  await decide({ as: "reject", words: "Not so", changeIds: changes.slice(0, 250).map((change) => change.id) });
  expect(await states()).toEqual({ "in review": 300 });
  for (const name of ["approve", "reopen", "apply", "split"])
    expect(await (await verb(name)).json()).toMatchObject({ code: "in_progress" });
  const [first] = changes;
  const withdrawn = await app.signedIn("POST", `${CONNECTION_API}/changes/${first?.id}/withdraw`, {});
  expect(await withdrawn.json()).toMatchObject({ code: "in_progress" });
  await goOn();
  expect(await states()).toEqual({ "in review": 50, rejected: 250 });
  const withdrawing = await verb("withdraw");
  expect(withdrawing.status).toBe(200);
  expect(await look()).toMatchObject({ counts: { rejected: 250, withdrawn: 50 } });
});

test("[S23] what is staged while the review of a large draft is being asked for comes into a set of its own", async () => {
  const { stack, app, id, schedules, states, rows, decide, goOn } = await begin();
  await using _open = stack;
  await decide({ as: "submit", changeIds: (await rows()).map((change) => change.id) });
  const record = { type: "schedule", id: schedules[0] ?? "" };
  const change = { record, field: "name", operation: { op: "set", value: "Oak Street" }, evidence };
  const path = `${CONNECTION_API}/index-versions/${INDEX}/changes`;
  const ofSet = `${CONNECTION_API}/change-sets/${id}/changes`;
  const named = await app.signedIn("POST", ofSet, { changes: [{ ...change, indexId: INDEX }] });
  expect(await named.json()).toMatchObject({ code: "in_progress" });
  const { changeSet } = await bodyOf<Staged>(await app.signedIn("POST", path, { changes: [change] }));
  expect(changeSet.id).not.toBe(id);
  await goOn();
  expect([await states(), await states(changeSet.id)]).toEqual([{ "in review": 300 }, { draft: 1 }]);
});

test("[S23] a set of which much was just rejected is not applied at its hour before the rows followed", async () => {
  const { stack, app, id, verb, states, rows, decide, goOn } = await begin();
  await using _open = stack;
  await verb("submit");
  await verb("approve");
  const day = new Date(app.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
  expect((await verb("schedule", { day })).status).toBe(200);
  app.clock.advance(4 * 86_400_000);
  const changeIds = (await rows()).slice(0, 250).map((change) => change.id);
  await Promise.all([applyScheduled(app.deps), decide({ as: "reject", words: "Not so", changeIds })]);
  const { db } = app.deps.store;
  const set = async () => await selectChangeSet(db, app.deps.connection.id, id);
  expect(await set()).toMatchObject({ checking: null, act: { as: "reject" } });
  await goOn();
  expect(await states()).toEqual({ approved: 50, rejected: 250 });
  expect((await set())?.schedule).not.toBeNull();
});

test("[S23] what moved after a large approval was given, and before its row followed, is not approved", async () => {
  const { stack, app, schedules, verb, states, rows, decide, goOn } = await begin();
  await using _open = stack;
  await verb("submit");
  const [moved = ""] = schedules;
  await writeOutside(stack, { type: "schedule", id: moved }, "name", "Oak Street");
  const changes = await rows();
  const changeIds = changes.map((change) => change.id);
  await decide({ as: "approve", personId: changes[0]?.created_by.id ?? "", own: changeIds, lapsed: [], changeIds });
  await app.signedIn("GET", `${CONNECTION_API}/index-versions/${INDEX}/schedules/${moved}?maxAge=0`);
  await goOn();
  const left = (await rows()).filter(({ state }) => state !== "approved");
  expect(left.map(({ record_id: record, field }) => [record, field])).toEqual([[moved, "name"]]);
  expect(await states()).toEqual({ "in review": 1, approved: 299 });
});

test("[S23] approvals of many changes lapse whole, also after a new start", async () => {
  const { stack, look, verb, states, rows, decide, goOn } = await begin();
  await using _open = stack;
  await verb("submit");
  await verb("approve");
  const changeIds = (await rows()).slice(1).map((change) => change.id);
  await decide({ as: "lapse", changeIds });
  expect(await states()).toEqual({ approved: 300 });
  await goOn();
  expect(await states()).toEqual({ approved: 1, "in review": 299 });
  expect((await look()).approvals).toMatchObject([{ changes: 1 }]);
});

test("[S23] a large part of a set is split off whole, and neither set is decided about before it arrived", async () => {
  const { stack, app, id, look, verb, states, rows, goOn } = await begin();
  await using _open = stack;
  const changeIds = (await rows()).map((change) => change.id);
  const split = await verb("split", { changeIds: changeIds.slice(0, 150) });
  expect(split.status).toBe(200);
  const { splitOff } = await bodyOf<{ splitOff: ChangeSet }>(split);
  expect([await states(), await states(splitOff.id)]).toEqual([{ draft: 150 }, { draft: 150 }]);
  expect(splitOff).toMatchObject({ counts: { draft: 150 }, splitFrom: id });
  const { deps } = app;
  await withLedger(deps, async (ledger) => {
    const row = await lockChangeSet(ledger.trx, deps.connection.id, id);
    if (row === undefined) throw new Error("the set is there");
    const decided = { as: "split off", to: splitOff.id, changeIds: changeIds.slice(151) } as const;
    await act(consoleContext(deps, row.created_by), ledger, id, decided);
  });
  for (const of of [id, splitOff.id])
    expect(await (await verb("submit", {}, of)).json()).toMatchObject({ code: "in_progress" });
  await goOn();
  expect([await states(), await states(splitOff.id)]).toEqual([{ draft: 1 }, { draft: 299 }]);
  expect((await look(splitOff.id)).counts.total).toBe(299);
  expect((await verb("submit", {}, splitOff.id)).status).toBe(200);
  const sets = ChangeSetPage.parse(await bodyOf(await app.signedIn("GET", `${CONNECTION_API}/change-sets`)));
  expect(sets.total).toBe(2);
});

test("[S23] the held changes of a large set are released whole, also after a new start, and undone whole", async () => {
  const { stack, app, look, verb, states, rows, decide, goOn } = await begin({ isReviewed: false });
  await using _open = stack;
  await verb("apply", { evidence });
  app.clock.advance(5_000);
  await stack.pass();
  expect(await states()).toEqual({ held: 300 });
  const saved = { profile: { extends: "with-writes", name: "with writes" }, revision: 0 };
  expect((await app.signedIn("PUT", `${CONNECTION_API}/profile`, saved)).status).toBe(200);
  const held = await rows();
  const changeIds = held.map((change) => change.id);
  const release = async () => {
    const sendAfter = new Date(app.clock.now().getTime() + 5_000);
    const by = JSON.stringify(held[0]?.created_by);
    const released = app.deps.store.db.updateTable("change_set").set({ send_after: sendAfter, on_behalf_of: by });
    await released.where("id", "=", held[0]?.change_set_id ?? "").execute();
    await decide({ as: "release", sendAfter: sendAfter.toISOString(), changeIds });
  };
  const isHeldAgain = async () => {
    expect((await verb("undo")).status).toBe(200);
    expect(await look()).toMatchObject({ state: "held", sendAfter: null });
    expect((await rows()).map(({ state, try_after: due }) => [state, due])).toEqual(held.map(() => ["held", null]));
  };
  await release();
  expect(await states()).toEqual({ held: 300 });
  await isHeldAgain();
  await release();
  await goOn();
  expect(await states()).toEqual({ deferred: 300 });
  expect((await look()).state).toBe("applying");
  await isHeldAgain();
});
