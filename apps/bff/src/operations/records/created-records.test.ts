import { CONNECTION_API } from "#/testing/app.ts";
import { Change, type Connection, OverridePage, PractitionerView, RosterPage, Runbook } from "@dc/contract";
import { expect, test } from "vitest";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { withdrawChange } from "#/operations/changes/withdraw.ts";
import { QUIET_MS } from "#/testing/changes.ts";
import { createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { arm, read } from "#/testing/directory.ts";

const PRACTITIONER = { type: "practitioner", id: "new_00000000000000Pr" };
const SCHEDULE = { type: "schedule", id: "new_00000000000000Sc" };
const held = { profile: "default", sandbox: { writes: false } } as const;

const asked = (record: AskedChange["record"], operation: AskedChange["operation"], field?: string): AskedChange => ({
  record,
  operation,
  policy: "pin",
  evidence: null,
  ...(field === undefined ? {} : { field }),
});

const both = [
  asked(SCHEDULE, {
    op: "create",
    fields: { practitioner: PRACTITIONER.id, name: "New Street", timeZone: "America/New_York", acceptedInsurances: [] },
  }),
  asked(PRACTITIONER, { op: "create", fields: { displayName: "Dr. New" } }),
];

const view = ({ app }: SendingStack, id = PRACTITIONER.id) =>
  read(app, PractitionerView, `/index-versions/${INDEX}/practitioners/${id}?raw=1`);

const valuesOf = ({ comparison }: PractitionerView["practitioner"], key: string) =>
  comparison.fields.find((field) => field.key === key)?.values;

async function settle({ app }: SendingStack, id: string, body: object) {
  return await app.signedIn("POST", `${CONNECTION_API}/changes/${id}/settle`, body);
}

test("a staged creation is seen with its fields and schedules as preview, by name, and can be edited and discarded", async () => {
  await using stack = await createSendingStack(held);
  const { app } = stack;
  const staged = await stageChanges(app.context, { indexId: INDEX, changes: both });
  expect(staged.changes.map(({ recordName }) => recordName)).toEqual(["New Street", "Dr. New"]);
  await stageChanges(app.context, {
    indexId: INDEX,
    changes: [asked(PRACTITIONER, { op: "set", value: "Nova" }, "preferredName")],
  });
  const { practitioner, schedules, changes, roster } = await view(stack);
  expect(practitioner).toMatchObject({
    name: "Dr. New",
    comparison: { presence: "in neither", drafts: [staged.changes[1]?.id] },
    raw: { here: null, effective: null },
  });
  expect(valuesOf(practitioner, "displayName")).toMatchObject({ effective: null, preview: { value: "Dr. New" } });
  expect(valuesOf(practitioner, "preferredName")).toMatchObject({ effective: null, preview: { value: "Nova" } });
  expect(schedules.map(({ record, name }) => ({ id: record.id, name }))).toEqual([
    { id: SCHEDULE.id, name: "New Street" },
  ]);
  expect(changes.map(({ state }) => state)).toEqual(["draft", "draft", "draft"]);
  expect(roster).toBeNull();
  for (const { id } of changes) await app.signedIn("DELETE", `${CONNECTION_API}/changes/${id}`);
  const after = await view(stack);
  expect(after.practitioner.comparison).toMatchObject({ presence: "in neither", fields: [], drafts: [] });
  expect(after.schedules).toEqual([]);
});

test("a creation is refused with the pointer of each field that it lacks, has the defaults, and keeps what it needs", async () => {
  await using stack = await createSendingStack(held);
  const { app } = stack;
  const staged = (fields: { [field: string]: string }) =>
    stageChanges(app.context, { indexId: INDEX, changes: [asked(SCHEDULE, { op: "create", fields })] });
  await expect(staged({ practitioner: PRACTITIONER.id, timeZone: "" })).rejects.toMatchObject({
    code: "invalid_request",
    message: "Change 1 cannot be staged: creation of a schedule requires name, timeZone.",
    errors: ["name", "timeZone"].map((field) => ({
      pointer: `/changes/0/operation/fields/${field}`,
      detail: "is required to create a schedule",
    })),
  });
  const create = { required: ["name"], defaults: { timeZone: "America/Denver", "/status": "open" } };
  const profile = { extends: "default", name: "ours", records: { schedule: { create } } };
  expect((await app.signedIn("PUT", `${CONNECTION_API}/profile`, { profile, revision: 0 })).status).toBe(200);
  const { changes } = await staged({ name: "Elm" });
  expect(changes.map(({ operation }) => operation)).toEqual([
    { op: "create", fields: { timeZone: "America/Denver", "/status": "open", name: "Elm" } },
  ]);
  const emptied = stageChanges(app.context, {
    indexId: INDEX,
    changes: [asked(SCHEDULE, { op: "set", value: "" }, "name")],
  });
  await expect(emptied).rejects.toMatchObject({
    code: "invalid_request",
    errors: [{ pointer: "/changes/0/operation", detail: "must leave a value: creation of a schedule requires name" }],
  });
});

test("what creation requires is not removed by several changes either: at staging, at apply and at withdrawal", async () => {
  await using stack = await createSendingStack(held);
  const { app } = stack;
  const [a = "", b = ""] = stack.plans;
  const create = { required: ["name", "acceptedInsurances"] };
  const profile = { extends: "default", name: "ours", records: { schedule: { create } } };
  expect((await app.signedIn("PUT", `${CONNECTION_API}/profile`, { profile, revision: 0 })).status).toBe(200);
  const plan = (op: "add" | "remove", element: string) => asked(SCHEDULE, { op, element }, "acceptedInsurances");
  const stage = (changes: AskedChange[], context = app.context) => stageChanges(context, { indexId: INDEX, changes });
  const detail = "must leave a value: creation of a schedule requires acceptedInsurances";
  const refusedAt = (at: number) => ({
    code: "invalid_request",
    errors: [{ pointer: `/changes/${at}/operation`, detail }],
  });
  const fields = { name: "Elm", acceptedInsurances: [a, b] };
  await expect(
    stage([asked(SCHEDULE, { op: "create", fields }), plan("remove", a), plan("remove", b)]),
  ).rejects.toMatchObject(refusedAt(2));
  await stage([asked(SCHEDULE, { op: "create", fields }), plan("remove", a)]);
  await expect(stage([plan("remove", b)])).rejects.toMatchObject(refusedAt(0));
  const mine = await stage([asked(SCHEDULE, { op: "set", value: "Elm Street" }, "name")]);

  // Another person's draft stands beside it: each leaves a plan, both together do not.
  const other: typeof app.context = { ...app.context, actor: { kind: "person", id: "person-2", name: "Bo" } };
  const apply = (context: typeof other, { changeSet: { id, version } }: typeof mine) =>
    applyChangeSet(context, id, { version, evidence: testEvidence });
  const theirs = await stage([plan("remove", b)], other);
  await apply(app.context, mine);
  await expect(apply(other, theirs)).rejects.toMatchObject({
    code: "wrong_state",
    message: expect.stringMatching(/ without acceptedInsurances, which creation of a schedule requires/),
  });
  const added = await stage([plan("add", stack.plans[2] ?? "")], other);
  await apply(other, added);
  const [addition] = added.changes;
  await expect(withdrawChange(other, addition?.id ?? "")).rejects.toMatchObject({ code: "wrong_state" });
});

test("a held creation has the fields of the directory, is edited field by field, and is marked on the roster until it is withdrawn", async () => {
  await using stack = await createSendingStack(held);
  const { app } = stack;
  const ids = await stack.applied([...both, asked(PRACTITIONER, { op: "set", value: "Nova" }, "preferredName")]);
  await stack.pass();
  await stack.applied([
    asked(PRACTITIONER, { op: "add", element: { number: "+1 212-555-0142", extension: null, label: null } }, "phones"),
  ]);
  await stack.pass();
  const { practitioner, schedules } = await view(stack);
  expect(practitioner.comparison).toMatchObject({
    presence: "missing in standard",
    verdict: "ours",
    flags: ["held", "pinned"],
    counts: { ours: 1, held: 3 },
  });
  expect(valuesOf(practitioner, "displayName")).toMatchObject({ base: null, effective: { value: "Dr. New" } });
  expect(valuesOf(practitioner, "preferredName")).toMatchObject({
    effective: { value: "Nova" },
    wanted: { value: "Nova" },
  });
  expect(valuesOf(practitioner, "phones")?.effective).toMatchObject({ value: [{ number: "+1 212-555-0142" }] });
  expect(JSON.parse(practitioner.raw?.effective ?? "null")).toMatchObject({ id: PRACTITIONER.id });
  expect(schedules[0]?.comparison).toMatchObject({ presence: "missing in standard", flags: ["held", "empty"] });

  const roster = await read(app, RosterPage, `/index-versions/${INDEX}/roster`);
  expect(roster.items).toMatchObject([
    {
      record: PRACTITIONER,
      schedules: 1,
      life: { op: "create", state: "held", changeId: ids[1] },
      counts: { held: 4 },
    },
  ]);
  const runbook = await read(app, Runbook, `/index-versions/${INDEX}/runbook`);
  expect(runbook.steps.map(({ title }) => title)).toEqual([
    `Creates the practitioner Dr. New in ${INDEX}`,
    `Creates the schedule New Street in ${INDEX}`,
    "Sets the preferred name of Dr. New to Nova",
    expect.stringContaining("Adds +1 212-555-0142"),
  ]);
  expect(runbook.text).toContain('- With display name: `"Dr. New"`');
  const overrides = await read(app, OverridePage, `/index-versions/${INDEX}/overrides`);
  expect(overrides.items.filter(({ field }) => field === null)).toMatchObject([
    { recordName: "Dr. New", practitionerId: PRACTITIONER.id },
    { recordName: "New Street", practitionerId: PRACTITIONER.id },
  ]);
  await withdrawChange(app.context, ids[0] ?? "");
  expect((await view(stack)).schedules).toEqual([]);
});

test("an applied creation is edited and deleted like any other record, by its old address too, and what goes outside is reported", async () => {
  await using stack = await createSendingStack();
  const { app } = stack;
  const rows = await stack.rows(await stack.applied(both));
  await stack.pass();
  const [schedule, practitioner] = (await stack.rows(rows.map(({ id }) => id))).map(({ record_type, record_id }) => ({
    type: record_type,
    id: record_id,
  }));
  if (schedule === undefined || practitioner === undefined) throw new Error("Two records were created.");
  const old = await view(stack);
  expect(old.practitioner).toMatchObject({
    record: practitioner,
    comparison: { presence: "missing in standard", flags: ["absent"], verdict: "ours" },
  });
  await stack.applied([asked(practitioner, { op: "set", value: "Nova" }, "preferredName")]);
  await stack.pass();
  expect(valuesOf((await view(stack, practitioner.id)).practitioner, "preferredName")).toMatchObject({
    index: { value: "Nova" },
    effective: { value: "Nova" },
  });

  const { writes, records } = app.deps.service.client;
  const { raw: current } = await records.retrieve("practitioner", practitioner.id, { index: INDEX });
  await writes.updateRecord({
    ...practitioner,
    index: INDEX,
    fields: { displayName: { value: "Dr. Other" } },
    current,
  });
  app.clock.advance(3_600_000);
  const moved = (await view(stack, practitioner.id)).practitioner.comparison;
  expect(moved.fields.flatMap(({ key, flags }) => (flags.includes("outside") ? [key] : []))).toEqual(["displayName"]);

  const [change] = await stack.applied([asked(schedule, { op: "delete" })]);
  await stack.pass();
  const entries = await read(app, RosterPage, `/index-versions/${INDEX}/roster?type=schedule`);
  expect(entries.items).toMatchObject([
    { record: schedule, state: "missing", life: { op: "delete", state: "applied", changeId: change } },
  ]);
  expect((await view(stack, practitioner.id)).schedules[0]?.comparison).toMatchObject({
    presence: "in neither",
    verdict: null,
    flags: [],
  });

  await writes.deleteRecord({ ...practitioner, index: INDEX });
  app.clock.advance(3_600_000);
  const gone = await view(stack, practitioner.id);
  expect(gone.practitioner.comparison).toMatchObject({
    presence: "missing in standard",
    flags: expect.arrayContaining(["outside"]),
    counts: { outside: 1 },
  });
  expect(valuesOf(gone.practitioner, "preferredName")).toMatchObject({ index: null, effective: { value: "Nova" } });
});

test("a lost creation is settled by an id that can be its own, or is sent again with all that went with it, once", async () => {
  await using stack = await createSendingStack();
  const { app, scheduleId } = stack;
  await arm(app, { kind: "reset-before", method: "POST", path: "/practitioners", times: 1 });
  await arm(app, { kind: "reset-after", method: "POST", path: "/practitioners", times: 1 });
  const ids = await stack.applied([...both, asked(PRACTITIONER, { op: "set", value: "Nova" }, "preferredName")]);
  const [schedule = "", creation = "", name = ""] = ids;
  const states = async () => (await stack.rows(ids)).map(({ state }) => state);
  await stack.pass();
  app.clock.advance(QUIET_MS);
  await stack.pass();
  expect(await states()).toEqual(["deferred", "unknown", "unknown"]);

  const base = await read(app, PractitionerView, `/index-versions/${INDEX}/practitioners/${PRACTITIONER.id}`);
  expect(base.practitioner.comparison.presence).toBe("missing in standard");
  for (const recordId of ["aaaaaaaaaa", (await practitionerOf(stack, scheduleId)) ?? ""]) {
    const refused = await settle(stack, creation, { as: "applied", recordId });
    expect(await refused.json()).toMatchObject({ status: 400, errors: [{ pointer: "/recordId" }] });
  }

  const copy = Change.parse(await (await settle(stack, creation, { as: "not applied", sendAgain: true })).json());
  expect(copy).toMatchObject({ state: "queued", record: PRACTITIONER, recordName: "Dr. New" });
  expect((await stack.rows([creation, name])).map(({ state }) => state)).toEqual(["failed", "failed"]);
  const again = await app.signedIn("POST", `${CONNECTION_API}/changes/${creation}/send`, {});
  expect(await again.json()).toMatchObject({ code: "already_exists" });
  app.clock.advance(5_000);
  await stack.pass();
  app.clock.advance(QUIET_MS);
  await stack.pass();
  const [lost] = await stack.rows([copy.id]);
  expect(lost).toMatchObject({ state: "unknown", record_id: PRACTITIONER.id });
  const real = app.sandbox.ledger.after(0).find(({ kind }) => kind === "practitioner")?.record ?? "";
  expect((await settle(stack, copy.id, { as: "applied", recordId: real })).status).toBe(200);
  const entries = app.deps.store.db
    .selectFrom("journal")
    .select("actor")
    .where("action", "=", "record.assign-id")
    .orderBy("seq");
  expect((await entries.execute()).at(-1)?.actor).toEqual(app.context.actor);
  await stack.pass();
  app.clock.advance(QUIET_MS);
  await stack.pass();
  const shown = await view(stack);
  expect(shown.practitioner.record.id).toBe(real);
  expect(valuesOf(shown.practitioner, "preferredName")?.index).toEqual({ value: "Nova" });
  expect(shown.schedules).toHaveLength(1);
  expect((await stack.rows([schedule]))[0]?.state).toBe("applied");
  expect(app.sandbox.ledger.after(0).map(({ kind }) => kind)).toEqual(["practitioner", "schedule"]);
});

test("the connection says what references lead to, and how readers learn that a record is not there", async () => {
  await using stack = await createSendingStack(held);
  const connection = (await (await stack.app.signedIn("GET", CONNECTION_API)).json()) as Connection;
  expect(connection.missingRecord).toEqual({ status: 404, code: "not_found" });
  const references = connection.recordTypes.flatMap(({ type, meanings }) =>
    meanings.flatMap(({ key, refersTo }) => (refersTo === null ? [] : [{ type, key, refersTo }])),
  );
  expect(references).toEqual([{ type: "schedule", key: "practitioner", refersTo: "practitioner" }]);
});

async function practitionerOf({ app }: SendingStack, scheduleId: string): Promise<string | null> {
  const { raw } = await app.deps.service.client.records.retrieve("schedule", scheduleId, { index: INDEX });
  const reading = app.deps.service.profile.decode("schedule", raw)["practitioner"];
  return reading !== undefined && "value" in reading && typeof reading.value === "string" ? reading.value : null;
}
