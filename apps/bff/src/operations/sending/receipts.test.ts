import { expect, test } from "vitest";
import { selectNewestReceipts } from "#/store/receipts.ts";
import { json } from "#/store/json.ts";
import { addPlan, aSendingHouse, expectDerivedOverrides, INDEX, type SendingHouse } from "./test-sending.ts";

async function newestReceipt({ app }: SendingHouse, id: string | undefined) {
  return (await selectNewestReceipts(app.deps.store.db, [id ?? ""])).get(id ?? "");
}

async function aSibling({ app }: SendingHouse): Promise<string> {
  const made = await app.deps.service.client.indexVersions.create({ name: "Sibling" });
  if (made.outcome !== "done") throw new Error("the sandbox made no index version");
  const now = app.clock.now();
  await app.deps.store.db
    .insertInto("index_version")
    .values({ connection_id: app.deps.connection.id, id: made.value.id, label: "Sibling", search: "sibling", origin: "created", created_at: now, created_by: json(app.context.actor) })
    .execute();
  return made.value.id;
}

/** Base moves by the sandbox's own control, as it would without us. */
async function drift({ app, scheduleId }: SendingHouse, plans: string[] | null): Promise<void> {
  const { profile } = app.deps.service;
  const set = plans === null ? profile.encode("schedule", {}, "name", "Moved elsewhere") : profile.encode("schedule", {}, "acceptedInsurances", plans);
  const answer = await app.sandbox.control.request("/drift", { method: "POST", body: JSON.stringify({ changes: [{ type: "schedule", id: scheduleId, set }] }), headers: { "Content-Type": "application/json" } });
  expect(answer.status).toBe(200);
}

test("the first change of an index looks at one sibling too, and proves that it did not move", async () => {
  await using house = await aSendingHouse();
  const sibling = await aSibling(house);
  const ids = await house.applied([addPlan(house.scheduleId, house.plans[0] ?? "")]);
  await house.pass();
  expect(await newestReceipt(house, ids[0])).toMatchObject({ as_wanted: true, base_moved: "none", sibling_index_id: sibling, sibling_moved: "none" });
});

test("a standard index that moves meanwhile is told as moved on its own", async () => {
  await using house = await aSendingHouse();
  const ids = await house.applied([addPlan(house.scheduleId, house.plans[0] ?? "")]);
  await house.pass({ onStep: async (step) => (step === "after send" ? await drift(house, null) : undefined) });
  expect(await newestReceipt(house, ids[0])).toMatchObject({ as_wanted: true, base_moved: "own" });
  expect(await house.app.deps.store.db.selectFrom("journal").select("subject").where("action", "=", "change.alarm").execute()).toEqual([]);
});

test("a standard index that takes our value raises the alarm in the journal", async () => {
  await using house = await aSendingHouse();
  const [plan = ""] = house.plans;
  const wanted = [...(await house.insurances()), plan];
  const ids = await house.applied([addPlan(house.scheduleId, plan)]);
  await house.pass({ onStep: async (step) => (step === "after send" ? await drift(house, wanted) : undefined) });
  expect(await newestReceipt(house, ids[0])).toMatchObject({ base_moved: "ours" });
  const alarms = await house.app.deps.store.db.selectFrom("journal").select(["subject", "sentence"]).where("action", "=", "change.alarm").execute();
  expect(alarms).toEqual([{ subject: ids[0], sentence: `Alarm: idx_standard took the value that was sent to ${INDEX} for schedule ${house.scheduleId}` }]);
});

test("what the index says already is applied without a write", async () => {
  await using house = await aSendingHouse();
  const [plan = ""] = house.plans;
  const ids = await house.applied([addPlan(house.scheduleId, plan)]);
  const { client } = house.app.deps.service;
  const { raw } = await client.records.retrieve("schedule", house.scheduleId, { index: INDEX });
  await client.writes.updateRecord({ type: "schedule", id: house.scheduleId, index: INDEX, fields: { acceptedInsurances: { value: [...(await house.insurances()), plan] } }, current: raw });
  await house.pass();
  expect(await house.rows(ids)).toMatchObject([{ state: "applied", settled_as: "found", attempt: 0 }]);
  expect(house.written()).toHaveLength(1);
  await expectDerivedOverrides(house.app);
});

test("a deletion is sent, and proved by the record being gone here and only here", async () => {
  await using house = await aSendingHouse();
  const { app, scheduleId } = house;
  const ids = await house.applied([{ record: { type: "schedule", id: scheduleId }, operation: { op: "delete" }, policy: "pin", evidence: null }]);
  await house.pass();
  expect(await house.rows(ids)).toMatchObject([{ state: "applied" }]);
  expect(await newestReceipt(house, ids[0])).toMatchObject({ intended: { absent: true }, read_back: { absent: true }, base_moved: "none" });
  await expect(app.deps.service.client.records.retrieve("schedule", scheduleId, { index: INDEX })).rejects.toMatchObject({ status: 404 });
  expect((await app.deps.service.client.records.retrieve("schedule", scheduleId, { index: "idx_standard" })).status).toBe(200);
});

test("the standard index is never written to", async () => {
  await using house = await aSendingHouse();
  await house.applied([addPlan(house.scheduleId, house.plans[0] ?? ""), { ...addPlan(house.scheduleId, ""), field: "name", operation: { op: "set", value: "New name" } }]);
  await house.pass();
  expect(house.written()).toEqual([{ index: INDEX, path: expect.any(String) }]);
});
