import { CONNECTION_API } from "#/testing/app.ts";
import { journalText, phoneKey } from "@dc/directory";
import { PractitionerView, RosterPage } from "@dc/contract";
import { expect, test } from "vitest";
import { refreshReading } from "#/records/refresh-readings.ts";
import { addPlan, createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";
import { createDirectory, driftBase, journalOf, read, requestsFor, sampleSchedules } from "#/testing/directory.ts";
import { apply, bodyOf, changesOf, stage, type Staged } from "#/testing/change-set-requests.ts";

async function practitionerOf({ app, scheduleId }: SendingStack): Promise<{ type: string; id: string }> {
  const { records } = app.deps.service.client;
  const schedule = await records.retrieve("schedule", scheduleId, { index: INDEX });
  return { type: "practitioner", id: (await records.follow(schedule, "practitioner"))?.id ?? "" };
}

test("changes are staged into one draft for each person and index, which names itself", async () => {
  await using stack = await createSendingStack();
  const { plans, scheduleId } = stack;
  const first = await stage(stack, { changes: [addPlan(scheduleId, plans[0] ?? "")] });
  expect(first.status).toBe(201);
  const one = await bodyOf<Staged>(first);
  expect(one.changeSet).toMatchObject({
    state: "draft",
    counts: { total: 1, draft: 1 },
    name: `${scheduleId}: plan`,
    contents: "plan",
    isNamed: false,
  });
  const two = await bodyOf<Staged>(await stage(stack, { changes: [addPlan(scheduleId, plans[1] ?? "")] }));
  expect(two.changeSet).toMatchObject({ id: one.changeSet.id, counts: { total: 2 } });
  expect(two.changeSet.version).toBeGreaterThan(one.changeSet.version);
});

test("a draft is called by whom it is about and what it changes, counted, until somebody names it", async () => {
  await using stack = await createSendingStack();
  const { app, plans } = stack;
  const [id = "", other = ""] = sampleSchedules(app, 12).filter((_, at) => at % 11 === 0);
  const { indexId } = await createDirectory(app, { roster: `${id}\n${other}` });
  const roster = await read(app, RosterPage, `/index-versions/${indexId}/roster`);
  const [first] = roster.items;
  const view = async () =>
    await read(app, PractitionerView, `/index-versions/${indexId}/practitioners/${first?.record.id}`);
  const { practitioner, schedules } = await view();
  const phone = { number: "+1 212-555-0142", extension: null, label: null };
  const said = async (changes: object[]) => (await bodyOf<Staged>(await stage(stack, { changes }, indexId))).changeSet;
  const accepting = (at: number) => addPlan(schedules[0]?.record.id ?? "", plans[at] ?? "");
  expect(
    await said([{ record: practitioner.record, field: "phones", operation: { op: "add", element: phone } }]),
  ).toMatchObject({
    name: `${practitioner.name}: phone`,
  });
  const both = await said([accepting(0), accepting(1)]);
  expect(both).toMatchObject({
    name: `${practitioner.name}: phone, 2 plans`,
    contents: "phone, 2 plans",
    isNamed: false,
  });
  expect((await view()).draft).toMatchObject({ name: both.name, contents: both.contents, isNamed: false, changes: 3 });
  const elsewhere = await said([
    { ...addPlan(other, ""), field: "name", operation: { op: "set", value: "Elm Street" } },
  ]);
  expect(elsewhere.name).toBe(`${practitioner.name} and 1 other: phone, 2 plans, name`);
  const named = await app.signedIn("PATCH", `${CONNECTION_API}/change-sets/${both.id}`, {
    name: "For Dr. Lind",
    version: elsewhere.version,
  });
  expect(await named.json()).toMatchObject({ name: "For Dr. Lind", isNamed: true, contents: "phone, 2 plans, name" });
});

test("a creation names its set and its subject before anything of it is on a roster", async () => {
  await using stack = await createSendingStack();
  const practitioner = { type: "practitioner", id: "new_0000000000000001" };
  const schedule = { type: "schedule", id: "new_0000000000000002" };
  const fields = { practitioner: practitioner.id, name: "Elm Street", timeZone: "UTC" };
  const staged = await stage(stack, {
    changes: [
      { record: schedule, operation: { op: "create", fields } },
      { record: practitioner, operation: { op: "create", fields: { displayName: "Dr. New" } } },
      { record: schedule, field: "name", operation: { op: "set", value: "Oak Street" } },
    ],
  });
  expect((await bodyOf<Staged>(staged)).changeSet.name).toBe("Dr. New: new practitioner, new schedule, name");
});

test("a newer draft takes the place of an older one on the same element, and what changes nothing is left out", async () => {
  await using stack = await createSendingStack();
  const { plans, scheduleId } = stack;
  const [plan = "", other = ""] = plans;
  const { changeSet } = await bodyOf<Staged>(await stage(stack, { changes: [addPlan(scheduleId, plan)] }));
  const replaced = { ...addPlan(scheduleId, ""), operation: { op: "replace", element: plan, by: other } };
  await stage(stack, { changes: [replaced] });
  expect((await changesOf(stack, changeSet.id)).map(({ operation }) => operation)).toEqual([
    { op: "add", element: other },
  ]);
  const removed = { ...addPlan(scheduleId, ""), operation: { op: "remove", element: other } };
  expect(await bodyOf<Staged>(await stage(stack, { changes: [removed] }))).toMatchObject({
    changes: [],
    dropped: [0],
    changeSet: { counts: { total: 0 } },
  });
});

test("undo brings back what a staging replaced and nothing else, in one step, or changes nothing", async () => {
  await using stack = await createSendingStack();
  const practitioner = await practitionerOf(stack);
  const ofPhones = (operation: object, more: object = {}) => ({
    record: practitioner,
    field: "phones",
    operation,
    ...more,
  });
  const short = { op: "add", element: { number: "12", extension: null, label: "Short" } };
  const staged = async (change: object) => await bodyOf<Staged>(await stage(stack, { changes: [change] }));
  const beside = await staged(addPlan(stack.scheduleId, stack.plans[0] ?? ""));
  const first = await staged(ofPhones(short, { asItStands: true }));
  const second = await staged(
    ofPhones({
      op: "replace",
      element: phoneKey(short.element, "US"),
      by: { number: "+1 212-555-0142", extension: null, label: "Short" },
    }),
  );
  expect(second.replaced.map(({ id }) => id)).toEqual(first.changes.map(({ id }) => id));
  const undo = async (given: object) =>
    await stack.app.signedIn("POST", `${CONNECTION_API}/change-sets/${beside.changeSet.id}/changes/undo`, given);
  const again = second.replaced.map(({ record, field, operation, policy, evidence }) => ({
    indexId: INDEX,
    record,
    field,
    operation,
    policy,
    evidence,
    asItStands: true,
  }));
  const elsewhere = await undo({ staged: ["chg_0000000000000000"], replaced: again });
  expect(elsewhere.status).toBe(404);
  const ids = second.changes.map(({ id }) => id);
  const undone = await bodyOf<Staged>(await undo({ staged: ids, replaced: again }));
  expect(undone.changes.map(({ operation }) => operation)).toEqual([short]);
  expect((await changesOf(stack, beside.changeSet.id)).map(({ operation }) => operation)).toEqual([
    addPlan(stack.scheduleId, stack.plans[0] ?? "").operation,
    short,
  ]);
});

test("undo brings back a draft that the index came to say meanwhile", async () => {
  await using stack = await createSendingStack();
  const record = { type: "schedule", id: stack.scheduleId };
  const set = async (value: string) =>
    await bodyOf<Staged>(await stage(stack, { changes: [{ record, field: "name", operation: { op: "set", value } }] }));
  const first = await set("Elm Street");
  const second = await set("Oak Street");
  const outside = { index: INDEX, ...record, set: { name: "Elm Street" } };
  await stack.app.control("/outside", outside);
  const undone = await bodyOf<Staged>(
    await stack.app.signedIn("POST", `${CONNECTION_API}/change-sets/${first.changeSet.id}/changes/undo`, {
      staged: second.changes.map(({ id }) => id),
      replaced: second.replaced.map(({ operation, policy, evidence }) => ({
        indexId: INDEX,
        record,
        field: "name",
        operation,
        policy,
        evidence,
      })),
    }),
  );
  expect(undone.changes).toMatchObject([{ operation: { op: "set", value: "Elm Street" } }]);
});

test.each([
  [
    "an unknown record type",
    { record: { type: "location", id: "loc_1" } },
    "invalid_request",
    "/changes/1/record/type",
  ],
  ["an unknown field", { field: "shoeSize" }, "invalid_request", "/changes/1/field"],
  [
    "the id, as a field",
    { field: "/id", operation: { op: "set", value: "zzz" } },
    "invalid_request",
    "/changes/1/field",
  ],
  ["a meaning by its place", { field: "/accepted_insurances" }, "invalid_request", "/changes/1/field"],
  [
    "what lies within a meaning's place",
    { field: "/accepted_insurances/0", operation: { op: "set", value: "ins_1" } },
    "invalid_request",
    "/changes/1/field",
  ],
  [
    "what counts nowhere",
    { field: "/last_change", operation: { op: "set", value: "now" } },
    "invalid_request",
    "/changes/1/field",
  ],
  [
    "what neither index has",
    { field: "/does_not_exist", operation: { op: "set", value: 1 } },
    "invalid_request",
    "/changes/1/field",
  ],
  ["no JSON Pointer", { field: "/a~2", operation: { op: "set", value: 1 } }, "invalid_request", "/changes/1/field"],
  [
    "a member that is no plan",
    { operation: { op: "add", element: "not a plan" } },
    "invalid_request",
    "/changes/1/operation",
  ],
  [
    "a list with a member that is no plan",
    { operation: { op: "set", value: ["ins_a", "plan_b"] } },
    "invalid_request",
    "/changes/1/operation",
  ],
  [
    "a creation with a member that is no plan",
    {
      field: undefined,
      record: { type: "schedule", id: "new_0000000000000001" },
      operation: { op: "create", fields: { acceptedInsurances: ["plan_b"] } },
    },
    "invalid_request",
    "/changes/1/operation/fields/acceptedInsurances",
  ],
  [
    "a creation that names its id",
    {
      field: undefined,
      record: { type: "schedule", id: "new_0000000000000001" },
      operation: { op: "create", fields: { "/id": "zzz" } },
    },
    "invalid_request",
    "/changes/1/operation/fields/~1id",
  ],
  [
    "a creation that lacks what creation requires",
    {
      field: undefined,
      record: { type: "schedule", id: "new_0000000000000001" },
      operation: { op: "create", fields: { practitioner: "new_0000000000000002", name: " ", timeZone: "UTC" } },
    },
    "invalid_request",
    "/changes/1/operation/fields/name",
  ],
  ["an operation that does not fit", { field: "name" }, "invalid_request", "/changes/1/operation"],
  [
    "a value of the wrong kind",
    { field: "name", operation: { op: "set", value: [1] } },
    "invalid_request",
    "/changes/1/operation",
  ],
])("%s refuses the whole staging with its pointer", async (_title, wrong, code, pointer) => {
  await using stack = await createSendingStack();
  const good = addPlan(stack.scheduleId, stack.plans[0] ?? "");
  const answer = await stage(stack, { changes: [good, { ...good, ...wrong }] });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code, errors: [{ pointer }] });
  expect(await bodyOf(await stack.app.signedIn("GET", `${CONNECTION_API}/change-sets`))).toMatchObject({ items: [] });
});

test("a set is kept without repetition, and a refusal names the member and what it would start with", async () => {
  await using stack = await createSendingStack();
  const { scheduleId, plans } = stack;
  const [plan = "", other = ""] = plans;
  const set = { ...addPlan(scheduleId, ""), operation: { op: "set", value: [plan, other, plan] } };
  expect((await bodyOf<Staged>(await stage(stack, { changes: [set] }))).changes).toMatchObject([
    { operation: { op: "set", value: [plan, other] } },
  ]);
  const odd = await stage(stack, { changes: [addPlan(scheduleId, "not a plan")] });
  expect(await odd.json()).toMatchObject({
    detail:
      "Change 1 cannot be staged: its operation must contain only ids that start with “ins_”; “not a plan” does not.",
  });
});

test("blanks and signs that nobody sees are taken off ids, numbers and members, and named where they stand inside", async () => {
  await using stack = await createSendingStack();
  const record = await practitionerOf(stack);
  const element = { number: "\u202D(212) 555-0199\u202C", extension: "\u200E7", label: "Main\u200B" };
  const { changes } = await bodyOf<Staged>(
    await stage(stack, {
      changes: [
        { record: { ...record, id: `\u2060${record.id}\u200B` }, field: "phones", operation: { op: "add", element } },
        addPlan(`${stack.scheduleId}\u00AD`, `\uFEFF${stack.plans[0] ?? ""}\u200B`),
      ],
    }),
  );
  expect(changes).toMatchObject([
    { record, operation: { element: { number: "(212) 555-0199", extension: "7", label: "Main" } } },
    { record: { id: stack.scheduleId }, operation: { element: stack.plans[0] } },
  ]);
  const refusal = async (change: object) => await (await stage(stack, { changes: [change] })).text();
  expect(await refusal(addPlan(stack.scheduleId, "ins_\u200Bv1"))).toContain("a zero width space at character 5");
  expect(await refusal(addPlan("sch_\u00ADx1", "ins_v1"))).toContain("a soft hyphen at character 5");
});

test("a number that is not possible is refused without a word, and one that the service has itself needs none", async () => {
  await using stack = await createSendingStack();
  const record = await practitionerOf(stack);
  const phone = (number: string) => ({ number, extension: null, label: null });
  const staged = (operation: object, more: object = {}) =>
    stage(stack, { changes: [{ record, field: "phones", operation, ...more }] });
  for (const odd of ["hello", "312-555-0111office 3local", "312", "+1 312 555 0111 or 0112"])
    for (const operation of [
      { op: "add", element: phone(odd) },
      { op: "set", value: [phone("+49 30 901820"), phone(odd)] },
    ]) {
      const answer = await staged(operation);
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({
        status: 400,
        body: {
          errors: [{ pointer: "/changes/0/operation", detail: expect.stringContaining(`“${odd}” is not possible`) }],
        },
      });
    }
  const element = phone("312-555-0111office 3local");
  const asked = await bodyOf<Staged>(await staged({ op: "add", element }, { asItStands: true }));
  expect(asked.changes).toMatchObject([{ operation: { op: "add", element } }]);
  const { profile } = stack.app.deps.service;
  const next = profile.encode("practitioner", {}, "phones", [phone("ask at the desk")]);
  await stack.app.control("/outside", { index: INDEX, ...record, set: next });
  await refreshReading(stack.app.deps, { indexId: INDEX, ...record, maxAge: 0 });
  expect((await staged({ op: "set", value: [phone("ask at the desk"), phone("+49 30 901820")] })).status).toBe(201);
});

test("of two pointers within each other, only one can have a change", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const record = await practitionerOf(stack);
  const set = (field: string, value: unknown) =>
    stage(stack, { changes: [{ record, field, operation: { op: "set", value } }] });
  const { changeSet } = await bodyOf<Staged>(await set("/practice_areas", ["Ours"]));
  for (const held of [false, true]) {
    if (held) {
      await apply(stack, changeSet);
      stack.app.clock.advance(5_000);
      await stack.pass();
    }
    const within = await set("/practice_areas/0", "Theirs");
    expect({ held, status: within.status, body: await within.json() }).toMatchObject({
      held,
      status: 409,
      body: { code: "wrong_state", errors: [{ pointer: "/changes/0/field" }] },
    });
  }
  expect((await set("/practice_areas", ["Ours again"])).status).toBe(201);
});

test("an empty text over an empty value changes nothing; over a name it is staged, sent, and read back as wanted", async () => {
  await using stack = await createSendingStack();
  const { app } = stack;
  const record = await practitionerOf(stack);
  const setName = (value: string) => ({ record, field: "preferredName", operation: { op: "set" as const, value } });
  const asked = { ...setName(""), policy: "pin" as const, evidence: null };
  const ids = await stack.applied([asked]);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied" }]);
  const nothing = { ...record, set: app.deps.service.profile.encode("practitioner", {}, "preferredName", null) };
  await driftBase(app, nothing);
  await app.control("/outside", { index: INDEX, ...nothing });
  const view = await read(app, PractitionerView, `/index-versions/${INDEX}/practitioners/${record.id}?maxAge=0`);
  expect(view.practitioner.comparison.fields.find(({ key }) => key === "preferredName")).toMatchObject({
    verdict: "same",
    flags: expect.not.arrayContaining(["outside"]),
    values: { base: { value: null } },
  });
  expect(await bodyOf<Staged>(await stage(stack, { changes: [setName("")] }))).toMatchObject({
    changes: [],
    dropped: [0],
  });
});

test("the standard index is refused by us before anything leaves: nothing is sent, kept or journalled, and it says so", async () => {
  await using stack = await createSendingStack();
  const { app, scheduleId, plans } = stack;
  const before = { journal: await journalOf(app), calls: requestsFor(app, /./) };
  const record = { type: "schedule", id: scheduleId };
  const path = `${CONNECTION_API}/index-versions/idx_standard`;
  const refused = [
    await stage(stack, { changes: [addPlan(scheduleId, plans[0] ?? "")] }, "idx_standard"),
    await app.signedIn("POST", `${path}/decisions`, { record, field: "name", decision: "keep ours" }),
    await app.signedIn("PATCH", path, { label: "Mine", version: 1 }),
  ];
  for (const answer of refused)
    expect(await answer.json()).toMatchObject({
      code: "standard_index_read_only",
      status: 403,
      detail: expect.stringContaining("Nothing was sent or saved"),
    });
  expect({ journal: await journalOf(app), calls: requestsFor(app, /./) }).toEqual(before);
  expect(await bodyOf(await app.signedIn("GET", `${CONNECTION_API}/change-sets`))).toMatchObject({ items: [] });
});

test("what the profile cannot write and unknown indices are refused when staging", async () => {
  await using stack = await createSendingStack();
  const blocked = {
    record: { type: "schedule", id: "new_0000000000000001" },
    operation: { op: "create", fields: { "/note": "Text", "/note/of": "this" } },
  };
  const unwritable = await stage(stack, { changes: [blocked] });
  expect({ status: unwritable.status, body: await unwritable.json() }).toMatchObject({
    status: 422,
    body: { code: "cannot_encode", errors: [{ pointer: "/changes/0/operation" }] },
  });
  const change = addPlan(stack.scheduleId, stack.plans[0] ?? "");
  expect(await (await stage(stack, { changes: [change] }, "idx_nobodys")).json()).toMatchObject({
    code: "not_found",
    status: 404,
  });
  expect(
    (await stack.app.request("POST", `${CONNECTION_API}/index-versions/${INDEX}/changes`, { changes: [change] }))
      .status,
  ).toBe(401);
});

test("[B2] becoming live moves the baseline of the elements concerned to what the author saw", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const [plan = ""] = stack.plans;
  const { changeSet } = await bodyOf<Staged>(await stage(stack, { changes: [addPlan(stack.scheduleId, plan)] }));
  await apply(stack, changeSet);
  await stack.app.sendDue();
  const memory = await stack.app.deps.store.db.selectFrom("field_memory").select(["field", "baseline"]).execute();
  expect(memory).toEqual([{ field: "acceptedInsurances", baseline: { elements: { [plan]: { value: false } } } }]);
});

test("every step is in the journal, with a sentence", async () => {
  await using stack = await createSendingStack();
  await stack.applied([addPlan(stack.scheduleId, stack.plans[0] ?? "")]);
  await stack.pass();
  const rows = await stack.app.deps.store.db
    .selectFrom("journal")
    .select(["action", "message"])
    .where("action", "like", "change%")
    .orderBy("seq")
    .execute();
  expect(rows.map(({ action }) => action)).toEqual([
    "change-set.create",
    "change.stage",
    "change-set.apply",
    "change.sending",
    "change.applied",
  ]);
  for (const { message } of rows) expect(journalText(message)).toMatch(/^(?:Ada Admin|Sending|Applied)/);
});

test("drafts are discarded one by one or whole; what was applied is not", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const { changeSet, changes } = await bodyOf<Staged>(
    await stage(stack, { changes: [addPlan(scheduleId, plans[0] ?? ""), addPlan(scheduleId, plans[1] ?? "")] }),
  );
  expect((await app.signedIn("DELETE", `${CONNECTION_API}/changes/${changes[0]?.id}`)).status).toBe(204);
  expect((await app.signedIn("DELETE", `${CONNECTION_API}/changes/${changes[0]?.id}`)).status).toBe(404);
  expect((await app.signedIn("DELETE", `${CONNECTION_API}/change-sets/${changeSet.id}`)).status).toBe(204);
  expect((await app.signedIn("GET", `${CONNECTION_API}/change-sets/${changeSet.id}`)).status).toBe(404);
  expect((await journalOf(app)).slice(-2)).toEqual(["change.discard", "change-set.discard"]);
  const [id] = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
  expect(await (await app.signedIn("DELETE", `${CONNECTION_API}/changes/${id}`)).json()).toMatchObject({
    code: "wrong_state",
  });
});

test("a draft that its author has not seen is not replaced", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const record = { type: "schedule", id: stack.scheduleId };
  const set = (value: string, more: object = {}) =>
    stage(stack, { changes: [{ record, field: "name", operation: { op: "set", value }, ...more }] });
  const first = (await bodyOf<Staged>(await set("First", { seenDrafts: [] }))).changes[0]?.id ?? "";
  const refused = await set("Second", { seenDrafts: [] });
  expect({ status: refused.status, body: await refused.json() }).toMatchObject({
    status: 409,
    body: {
      code: "moved_since_seen",
      detail: "You staged another change of the name in the meantime. Look at it; stage again to replace it.",
      errors: [{ pointer: "/changes/0/seenDrafts" }],
    },
  });
  const { changeSet, changes } = await bodyOf<Staged>(await set("Second", { seenDrafts: [first] }));
  expect((await changesOf(stack, changeSet.id)).map(({ id }) => id)).toEqual([changes[0]?.id]);
  expect((await set("Third")).status).toBe(201);
});

test("a change set needs a reason unless the connection lets it be applied without one", async () => {
  await using stack = await createSendingStack();
  const { changeSet } = await bodyOf<Staged>(
    await stage(stack, { changes: [addPlan(stack.scheduleId, stack.plans[0] ?? "")] }),
  );
  const apply = async () =>
    await stack.app.signedIn("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/apply`, {
      version: changeSet.version,
    });
  expect((await apply()).status).toBe(400);
  const settings = { required: 0, ownCounts: false, reasonRequired: false, applyAgeHours: null };
  const saved = await stack.app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, settings);
  expect(await saved.json()).toEqual(settings);
  expect((await apply()).status).toBe(200);
  expect((await changesOf(stack, changeSet.id)).map(({ state, evidence }) => [state, evidence])).toEqual([
    ["queued", null],
  ]);
});
