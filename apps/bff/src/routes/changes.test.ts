import type {
  Change,
  ChangeSet,
  Decided,
  IndexVersion,
  OverridePage,
  PractitionerView,
  RosterPage,
  Runbook,
} from "@dc/contract";
import { expect, test } from "vitest";
import { addPlan, aSendingHouse, INDEX, type SendingHouse } from "#/operations/sending/test-sending.ts";
import { journalOf, requestsFor } from "#/test-directory.ts";

const evidence = { reason: "The practice called", source: "phone", verifiedOn: "2026-11-19", reviewBy: "2027-01-31" };

interface Staged {
  changeSet: ChangeSet;
  changes: Change[];
}

/** The routes of the API answer what their schemas say; other tests hold them to it. */
async function bodyOf<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

async function stage({ app }: SendingHouse, body: unknown, indexId = INDEX): Promise<Response> {
  return await app.signedIn("POST", `/api/v1/index-versions/${indexId}/changes`, body);
}

async function apply({ app }: SendingHouse, { id, version }: ChangeSet, given: object = {}): Promise<Response> {
  return await app.signedIn("POST", `/api/v1/change-sets/${id}/apply`, { version, ...given });
}

async function changesOf({ app }: SendingHouse, id: string): Promise<Change[]> {
  return (await bodyOf<{ items: Change[] }>(await app.signedIn("GET", `/api/v1/change-sets/${id}/changes`))).items;
}

test("changes are staged into one draft for each person and index, which names itself", async () => {
  await using house = await aSendingHouse();
  const { plans, scheduleId } = house;
  const first = await stage(house, { changes: [addPlan(scheduleId, plans[0] ?? "")] });
  expect(first.status).toBe(201);
  const one = await bodyOf<Staged>(first);
  expect(one.changeSet).toMatchObject({
    state: "draft",
    counts: { total: 1, draft: 1 },
    name: `Accepted insurances of ${scheduleId}`,
  });
  const two = await bodyOf<Staged>(await stage(house, { changes: [addPlan(scheduleId, plans[1] ?? "")] }));
  expect(two.changeSet).toMatchObject({ id: one.changeSet.id, counts: { total: 2 } });
  expect(two.changeSet.version).toBeGreaterThan(one.changeSet.version);
});

test("a newer draft takes the place of an older one on the same element, and what changes nothing is left out", async () => {
  await using house = await aSendingHouse();
  const { plans, scheduleId } = house;
  const [plan = "", other = ""] = plans;
  const { changeSet } = await bodyOf<Staged>(await stage(house, { changes: [addPlan(scheduleId, plan)] }));
  const replaced = { ...addPlan(scheduleId, ""), operation: { op: "replace", element: plan, by: other } };
  await stage(house, { changes: [replaced] });
  expect((await changesOf(house, changeSet.id)).map(({ operation }) => operation)).toEqual([
    { op: "add", element: other },
  ]);
  const removed = { ...addPlan(scheduleId, ""), operation: { op: "remove", element: other } };
  expect(await bodyOf<Staged>(await stage(house, { changes: [removed] }))).toMatchObject({
    changes: [],
    dropped: [0],
    changeSet: { counts: { total: 0 } },
  });
});

test.each([
  [
    "an unknown record type",
    { record: { type: "location", id: "loc_1" } },
    "invalid_request",
    "/changes/1/record/type",
  ],
  ["an unknown field", { field: "shoeSize" }, "invalid_request", "/changes/1/field"],
  ["an operation that does not fit", { field: "name" }, "invalid_request", "/changes/1/operation"],
  [
    "a value of the wrong kind",
    { field: "name", operation: { op: "set", value: [1] } },
    "invalid_request",
    "/changes/1/operation",
  ],
])("%s refuses the whole staging with its pointer", async (_title, wrong, code, pointer) => {
  await using house = await aSendingHouse();
  const good = addPlan(house.scheduleId, house.plans[0] ?? "");
  const answer = await stage(house, { changes: [good, { ...good, ...wrong }] });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code, errors: [{ pointer }] });
  expect(await bodyOf(await house.app.signedIn("GET", "/api/v1/change-sets"))).toMatchObject({ items: [] });
});

test("the standard index is refused by us before anything leaves: nothing is sent, kept or journalled, and it says so", async () => {
  await using house = await aSendingHouse();
  const { app, scheduleId, plans } = house;
  const before = { journal: await journalOf(app), calls: requestsFor(app, /./) };
  const record = { type: "schedule", id: scheduleId };
  const path = "/api/v1/index-versions/idx_standard";
  const refused = [
    await stage(house, { changes: [addPlan(scheduleId, plans[0] ?? "")] }, "idx_standard"),
    await app.signedIn("POST", `${path}/decisions`, { record, field: "name", decision: "keep ours" }),
    await app.signedIn("PATCH", path, { label: "Mine", version: 1 }),
  ];
  for (const answer of refused)
    expect(await answer.json()).toMatchObject({
      code: "standard_index_read_only",
      status: 403,
      detail: expect.stringContaining("Nothing was sent to the service"),
    });
  expect({ journal: await journalOf(app), calls: requestsFor(app, /./) }).toEqual(before);
  expect(await bodyOf(await app.signedIn("GET", "/api/v1/change-sets"))).toMatchObject({ items: [] });
});

test("what the profile cannot write and unknown indices are refused when staging", async () => {
  await using house = await aSendingHouse();
  const absent = { ...addPlan(house.scheduleId, ""), operation: { op: "reset", to: { absent: true } } };
  const unwritable = await stage(house, { changes: [absent] });
  expect({ status: unwritable.status, body: await unwritable.json() }).toMatchObject({
    status: 422,
    body: { code: "cannot_encode", errors: [{ pointer: "/changes/0/operation" }] },
  });
  const change = addPlan(house.scheduleId, house.plans[0] ?? "");
  expect(await (await stage(house, { changes: [change] }, "idx_nobodys")).json()).toMatchObject({
    code: "not_found",
    status: 404,
  });
  expect(
    (await house.app.request("POST", `/api/v1/index-versions/${INDEX}/changes`, { changes: [change] })).status,
  ).toBe(401);
});

test("apply approves with its evidence, undo takes it back within five seconds and not later", async () => {
  await using house = await aSendingHouse({ profile: "default" });
  const { app, plans, scheduleId } = house;
  const { changeSet } = await bodyOf<Staged>(await stage(house, { changes: [addPlan(scheduleId, plans[0] ?? "")] }));
  expect(await (await apply(house, { ...changeSet, version: changeSet.version - 1 })).json()).toMatchObject({
    code: "version_mismatch",
    status: 409,
  });
  const applied = await bodyOf<ChangeSet>(await apply(house, changeSet, { evidence }));
  expect(applied).toMatchObject({ state: "approved", evidence, approvedBy: { name: "Ada Admin" } });
  expect(await changesOf(house, changeSet.id)).toMatchObject([{ state: "approved", evidence, order: 1 }]);
  const undone = await bodyOf<ChangeSet>(
    await app.signedIn("POST", `/api/v1/change-sets/${changeSet.id}/undo`, { version: applied.version }),
  );
  expect(undone).toMatchObject({ state: "draft", approvedBy: null, sendAfter: null });
  const memory = await app.deps.store.db.selectFrom("field_memory").select("baseline").execute();
  expect(memory).toEqual([{ baseline: {} }]);
  const again = await bodyOf<ChangeSet>(await apply(house, undone));
  app.clock.advance(5_000);
  const late = await app.signedIn("POST", `/api/v1/change-sets/${changeSet.id}/undo`, { version: again.version });
  expect(await late.json()).toMatchObject({ code: "wrong_state" });
});

test("approval moves the baseline of the elements concerned to what the author saw", async () => {
  await using house = await aSendingHouse({ profile: "default" });
  const [plan = ""] = house.plans;
  const { changeSet } = await bodyOf<Staged>(await stage(house, { changes: [addPlan(house.scheduleId, plan)] }));
  await apply(house, changeSet);
  const memory = await house.app.deps.store.db.selectFrom("field_memory").select(["field", "baseline"]).execute();
  expect(memory).toEqual([{ field: "acceptedInsurances", baseline: { elements: { [plan]: { value: false } } } }]);
});

test("held overrides are listed, told in a runbook, and withdrawn", async () => {
  await using house = await aSendingHouse({ profile: "default" });
  const { app, plans, scheduleId } = house;
  const { changeSet } = await bodyOf<Staged>(
    await stage(house, {
      changes: [{ ...addPlan(scheduleId, plans[0] ?? ""), evidence }, { ...addPlan(scheduleId, plans[1] ?? "") }],
    }),
  );
  await apply(house, changeSet);
  app.clock.advance(5_000);
  await house.pass();
  const page = await bodyOf<OverridePage>(
    await app.signedIn("GET", `/api/v1/index-versions/${INDEX}/overrides?limit=1`),
  );
  expect(page).toMatchObject({
    total: 2,
    items: [{ field: "acceptedInsurances", policy: "pin", change: { state: "held" } }],
  });
  const next = await bodyOf<OverridePage>(
    await app.signedIn("GET", `/api/v1/index-versions/${INDEX}/overrides?limit=1&cursor=${page.nextCursor}`),
  );
  expect([page, next].flatMap(({ items }) => items.flatMap(({ elements }) => elements)).toSorted()).toEqual(
    [plans[0], plans[1]].map(String).toSorted(),
  );
  expect(
    await bodyOf<OverridePage>(
      await app.signedIn("GET", `/api/v1/index-versions/${INDEX}/overrides?q=${plans[0]}&state=held`),
    ),
  ).toMatchObject({ total: 1 });

  const runbook = await bodyOf<Runbook>(await app.signedIn("GET", `/api/v1/change-sets/${changeSet.id}/runbook`));
  expect(runbook.steps).toMatchObject([
    {
      number: 1,
      record: { type: "schedule", id: scheduleId },
      evidence,
      changeIds: [expect.any(String), expect.any(String)],
    },
  ]);
  expect(runbook.text).toContain("curl -u '<API_KEY>:'");
  expect(runbook.text).not.toContain("test_sandbox_key");
  expect(await bodyOf<Runbook>(await app.signedIn("GET", `/api/v1/index-versions/${INDEX}/runbook`))).toEqual(runbook);

  const held = await bodyOf<ChangeSet>(await app.signedIn("GET", `/api/v1/change-sets/${changeSet.id}`));
  expect(held).toMatchObject({ state: "held", counts: { held: 2 } });
  const withdrawn = await app.signedIn("POST", `/api/v1/change-sets/${changeSet.id}/withdraw`, {
    version: held.version,
  });
  expect(await withdrawn.json()).toMatchObject({ state: "withdrawn" });
  expect(app.deps.overlay.of(INDEX, "schedule", scheduleId)).toBeUndefined();
});

test("overrides are counted by the changes that make them, in every list and on the change set alike", async () => {
  await using house = await aSendingHouse({ profile: "default" });
  const { app, plans, scheduleId } = house;
  const { records } = app.deps.service.client;
  const schedule = await records.retrieve("schedule", scheduleId, { index: INDEX });
  const practitioner = await records.follow(schedule, "practitioner");
  const record = { type: "practitioner", id: practitioner?.id ?? "" };
  const [plan = "", other = ""] = plans;
  const [taken] = await house.insurances();
  const phone = (number: string) => ({ number, extension: null, label: null });
  await app.signedIn("POST", `/api/v1/index-versions/${INDEX}/roster-imports`, { from: "text", text: scheduleId });
  await app.deps.background.idle();
  const field = { record, field: "phones", policy: "pin", evidence: null };
  await stage(house, {
    changes: [{ ...field, operation: { op: "set", value: [phone("+1 415-555-0142"), phone("+1 415-555-0177")] } }],
  });
  const { changeSet } = await bodyOf<Staged>(
    await stage(house, {
      changes: [
        { ...field, operation: { op: "replace", element: "+14155550142;ext=", by: phone("+1 415-555-0199") } },
        { ...addPlan(scheduleId, ""), operation: { op: "replace", element: taken, by: plan } },
        addPlan(scheduleId, other),
      ],
    }),
  );
  await apply(house, changeSet);
  app.clock.advance(5_000);
  await house.pass();
  const page = await bodyOf<OverridePage>(await app.signedIn("GET", `/api/v1/index-versions/${INDEX}/overrides`));
  const index = await bodyOf<IndexVersion>(await app.signedIn("GET", `/api/v1/index-versions/${INDEX}`));
  const roster = await bodyOf<RosterPage>(await app.signedIn("GET", `/api/v1/index-versions/${INDEX}/roster`));
  const set = await bodyOf<ChangeSet>(await app.signedIn("GET", `/api/v1/change-sets/${changeSet.id}`));
  const view = await bodyOf<PractitionerView>(
    await app.signedIn("GET", `/api/v1/index-versions/${INDEX}/practitioners/${record.id}`),
  );
  const counted = {
    listed: page.items.length,
    total: page.total,
    live: index.overrides.live,
    held: index.overrides.held,
    roster: roster.items.find(({ record: { id } }) => id === record.id)?.counts?.held,
    viewed: [view.practitioner, ...view.schedules].reduce((sum, { comparison }) => sum + comparison.counts.held, 0),
    changes: set.counts.held,
  };
  expect(new Set(Object.values(counted)), JSON.stringify(counted)).toEqual(new Set([set.counts.total]));
  const byNumber = await bodyOf<OverridePage>(
    await app.signedIn("GET", `/api/v1/index-versions/${INDEX}/overrides?q=${plan}`),
  );
  expect(byNumber.items.map(({ elements }) => elements.length)).toEqual([2]);
});

test("decisions: remove, reset, take base, keep ours, pin and follow", async () => {
  await using house = await aSendingHouse();
  const { app, plans, scheduleId } = house;
  const [plan = ""] = plans;
  const decide = async (decision: string) =>
    await app.signedIn("POST", `/api/v1/index-versions/${INDEX}/decisions`, {
      record: { type: "schedule", id: scheduleId },
      field: "acceptedInsurances",
      element: plan,
      decision,
    });
  expect(await (await decide("reset to base")).json()).toMatchObject({ status: 409, code: "wrong_state" });
  const ids = await house.applied([addPlan(scheduleId, plan)]);
  await house.pass();
  expect(await house.rows(ids)).toMatchObject([{ state: "applied" }]);
  expect(await bodyOf<Decided>(await decide("follow"))).toMatchObject({
    outcome: "done",
    changes: [{ id: ids[0], policy: "follow" }],
  });
  expect(await (await decide("remove override")).json()).toMatchObject({ code: "wrong_state" });
  expect(await (await decide("keep ours")).json()).toMatchObject({ code: "wrong_state" });
  const reset = await bodyOf<Decided>(await decide("reset to base"));
  expect(reset).toMatchObject({
    outcome: "staged",
    changes: [{ operation: { op: "reset", element: plan }, state: "draft" }],
  });
  const [change] = reset.changes;
  const set = await bodyOf<ChangeSet>(await app.signedIn("GET", `/api/v1/change-sets/${change?.changeSetId}`));
  await apply(house, set);
  app.clock.advance(5_000);
  await house.pass();
  expect(await house.insurances()).not.toContain(plan);
  expect(
    await bodyOf<OverridePage>(await app.signedIn("GET", `/api/v1/index-versions/${INDEX}/overrides`)),
  ).toMatchObject({ total: 0 });
});

test("every step is in the journal, with a sentence", async () => {
  await using house = await aSendingHouse();
  await house.applied([addPlan(house.scheduleId, house.plans[0] ?? "")]);
  await house.pass();
  const rows = await house.app.deps.store.db
    .selectFrom("journal")
    .select(["action", "sentence"])
    .where("action", "like", "change%")
    .orderBy("seq")
    .execute();
  expect(rows.map(({ action }) => action)).toEqual([
    "change-set.create",
    "change.stage",
    "change-set.apply",
    "change.send",
    "change.applied",
  ]);
  for (const { sentence } of rows) expect(sentence).toMatch(/\w/);
});

test("drafts are discarded one by one or whole; what was applied is not", async () => {
  await using house = await aSendingHouse();
  const { app, plans, scheduleId } = house;
  const { changeSet, changes } = await bodyOf<Staged>(
    await stage(house, { changes: [addPlan(scheduleId, plans[0] ?? ""), addPlan(scheduleId, plans[1] ?? "")] }),
  );
  expect((await app.signedIn("DELETE", `/api/v1/changes/${changes[0]?.id}`)).status).toBe(204);
  expect((await app.signedIn("DELETE", `/api/v1/changes/${changes[0]?.id}`)).status).toBe(404);
  expect((await app.signedIn("DELETE", `/api/v1/change-sets/${changeSet.id}`)).status).toBe(204);
  expect((await app.signedIn("GET", `/api/v1/change-sets/${changeSet.id}`)).status).toBe(404);
  const [id] = await house.applied([addPlan(scheduleId, plans[0] ?? "")]);
  expect(await (await app.signedIn("DELETE", `/api/v1/changes/${id}`)).json()).toMatchObject({ code: "wrong_state" });
});

test("change sets are listed newest first, by page and by state", async () => {
  await using house = await aSendingHouse({ profile: "default" });
  const { app, plans, scheduleId } = house;
  for (const plan of plans.slice(0, 3)) {
    await house.applied([addPlan(scheduleId, plan)]);
    app.clock.advance(1_000);
  }
  await house.pass();
  await stage(house, { changes: [addPlan(scheduleId, plans[3] ?? "")] });
  const read = async (query: string) =>
    await bodyOf<{ items: ChangeSet[]; nextCursor: string | null; total: number | null }>(
      await app.signedIn("GET", `/api/v1/change-sets?indexId=${INDEX}&${query}`),
    );
  const first = await read("limit=3");
  expect({ ...first, items: first.items.map(({ state }) => state) }).toEqual({
    items: ["draft", "held", "held"],
    nextCursor: expect.any(String),
    total: 4,
  });
  const second = await read(`limit=3&cursor=${first.nextCursor}`);
  expect({ ...second, items: second.items.map(({ state }) => state) }).toEqual({
    items: ["held"],
    nextCursor: null,
    total: 4,
  });
  const held = await read("limit=2&state=held");
  expect(held.items.map(({ id }) => id)).toEqual([first.items[1]?.id, first.items[2]?.id]);
  const rest = await read(`limit=2&state=held&cursor=${held.nextCursor}`);
  expect(rest.items.map(({ id }) => id)).toEqual([second.items[0]?.id]);
  expect((await app.signedIn("GET", "/api/v1/change-sets?cursor=x")).status).toBe(400);
});
