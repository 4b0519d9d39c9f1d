import { expect, test } from "vitest";
import { decide } from "#/operations/decisions/decide.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { describeOneChange } from "#/views/describe-changes.ts";
import { refreshComparison } from "#/records/refresh-comparisons.ts";
import { createTestApp, type TestAppOptions } from "#/testing/app.ts";
import { applyChanges, changeRows, pass } from "#/testing/changes.ts";
import { sampleSchedules } from "#/testing/directory.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";
import { createSendingStack, expectDerivedOverrides, INDEX, type SendingStack } from "#/testing/sending-stack.ts";

const overlay: TestAppOptions = {
  sandbox: { writes: true, indexVersions: "overlay-by-field" },
  profile: "of the sandbox",
};

const pin = (id: string, over: Partial<AskedChange> = {}): AskedChange => ({
  record: { type: "schedule", id },
  field: "name",
  operation: { op: "pinValue" },
  policy: "pin",
  evidence: null,
  ...over,
});

async function control({ app }: SendingStack, path: string, body: object): Promise<void> {
  await app.control(path, body);
}

async function fieldOf({ app, scheduleId }: SendingStack, key = "name") {
  const { comparison } = await refreshComparison(
    app.deps,
    { type: "schedule", id: scheduleId },
    { indexId: INDEX, maxAge: 0 },
  );
  return comparison.fields.find((field) => field.key === key);
}

async function written({ app, scheduleId }: SendingStack, ...changes: AskedChange[]) {
  const before = app.sandbox.ledger.length;
  return {
    before,
    changes,
    sent: () => app.sandbox.ledger.after(before).filter(({ record }) => record === scheduleId),
  };
}

test("[R9] [C1] a value that base and index have is pinned without sending, also where nothing can be sent", async () => {
  for (const writes of [true, false]) {
    await using stack = await createSendingStack({ sandbox: { writes }, profile: writes ? "with-writes" : "default" });
    const { scheduleId, app } = stack;
    const { sent } = await written(stack);
    const was = (await fieldOf(stack))?.values.base;
    const ids = await stack.applied([pin(scheduleId)]);
    await stack.pass();
    const [row] = await stack.rows(ids);
    expect(row).toMatchObject({ state: "applied", settled_as: "pinned", because: null, attempt: 0 });
    expect(row?.operation).toEqual({ op: "pinValue", to: was });
    expect(sent()).toEqual([]);
    const told = row === undefined ? null : await describeOneChange(app.deps, app.deps.store.db, row);
    expect(told?.receipt).toMatchObject({ nothingSent: true, foundNotSent: false, asWanted: true, base: "unmoved" });
    await expectDerivedOverrides(app);
    // It is meant to be equal, so it is not redundant; base that moves is told.
    expect(await fieldOf(stack)).toMatchObject({ verdict: "same", flags: ["pinned"] });
    await control(stack, "/drift", { type: "schedule", id: scheduleId, set: { name: "Moved" } });
    expect(await fieldOf(stack)).toMatchObject({ verdict: "base moved", flags: ["pinned"] });
    await control(stack, "/outside", { index: INDEX, type: "schedule", id: scheduleId, set: { name: "Theirs" } });
    expect(await fieldOf(stack)).toMatchObject({ flags: ["outside", "pinned"], values: { effective: was } });
  }
});

test("an equal set still changes nothing, and is dropped", async () => {
  await using stack = await createSendingStack();
  const value = (await fieldOf(stack))?.values.base;
  const operation = {
    op: "set",
    value: value !== undefined && value !== null && "value" in value ? value.value : "",
  } as const;
  const staged = await stageChanges(stack.app.context, {
    indexId: INDEX,
    changes: [pin(stack.scheduleId, { operation })],
  });
  expect(staged).toMatchObject({ changes: [], dropped: [0] });
});

test("[R9] what base and index do not share, or what has an override, cannot be pinned", async () => {
  await using stack = await createSendingStack();
  const { scheduleId, app } = stack;
  const stage = (asked: AskedChange) => stageChanges(app.context, { indexId: INDEX, changes: [asked] });
  await expect(stage(pin(scheduleId, { operation: { op: "pinValue", to: { value: "Other" } } }))).rejects.toMatchObject(
    {
      code: "moved_since_seen",
    },
  );
  await stack.applied([pin(scheduleId)]);
  await stack.pass();
  await expect(stage(pin(scheduleId))).rejects.toMatchObject({
    code: "wrong_state",
    message: /already has an override/,
  });
  await control(stack, "/outside", {
    index: INDEX,
    type: "schedule",
    id: scheduleId,
    set: { time_zone: "Asia/Tokyo" },
  });
  await fieldOf(stack);
  await expect(stage(pin(scheduleId, { field: "timeZone" }))).rejects.toMatchObject({
    code: "wrong_state",
    message: /This one differs/,
  });
});

test("[C2] a pin is refused where the index says something else by the time it is applied, and says what", async () => {
  await using stack = await createSendingStack();
  const { scheduleId } = stack;
  const [plan = ""] = await stack.insurances();
  const ids = await stack.applied([
    pin(scheduleId),
    pin(scheduleId, { field: "acceptedInsurances", operation: { op: "pinValue", element: plan } }),
    pin(scheduleId, { field: "timeZone" }),
  ]);
  const { sent } = await written(stack);
  await control(stack, "/outside", {
    index: INDEX,
    type: "schedule",
    id: scheduleId,
    set: { name: "Theirs", accepted_insurances: [] },
  });
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([
    { state: "failed", because: expect.stringMatching(/^Not pinned: the index version now has .*Theirs/) },
    { state: "failed", because: expect.stringMatching(/^Not pinned: the entry is missing from the index version\.$/) },
    { state: "applied", settled_as: "pinned" },
  ]);
  expect(sent().filter(({ key }) => key !== "control")).toEqual([]);
});

test("[C2] [N4] a pin of a text in one language says that it has changed, where the index has another one", async () => {
  await using app = await createTestApp({
    sandbox: { writes: true, spelling: "every-kind" },
    profile: "of the sandbox",
  });
  const { client, profile } = app.deps.service;
  const indexId = profile.testIndex ?? "";
  const [scheduleId = ""] = sampleSchedules(app, 1);
  const schedule = await client.records.retrieve("schedule", scheduleId, { index: indexId });
  const id = practitionerOf(profile, "schedule", scheduleId, schedule.raw) ?? "";
  const record = { type: "practitioner", id };
  const field = profile.meanings(record.type).find(({ kind }) => kind === "languages")?.name ?? "";
  const { raw } = await client.records.retrieve(record.type, id, { index: indexId });
  const says = (text: string) => {
    const next = Object.entries(profile.encode(record.type, raw, field, { fr: text }));
    return Object.fromEntries(next.filter(([key, member]) => JSON.stringify(member) !== JSON.stringify(raw[key])));
  };
  await app.control("/drift", { ...record, set: says("Bonjour") });
  await app.control("/outside", { index: indexId, ...record, set: says("Bonjour") });
  const ids = await applyChanges(app, indexId, [
    pin(id, { record, field, operation: { op: "pinValue", element: "fr" } }),
  ]);
  await app.control("/outside", { index: indexId, ...record, set: says("Bonsoir") });
  await pass(app);
  expect(await changeRows(app, ids)).toMatchObject([
    { state: "failed", because: "Not pinned: the entry has changed in the index version." },
  ]);
});

test("[C3] where the index follows base a pin is sent, and holds the value from then on", async () => {
  await using stack = await createSendingStack(overlay);
  const { scheduleId } = stack;
  const was = (await fieldOf(stack))?.values.base;
  const { sent } = await written(stack);
  const ids = await stack.applied([pin(scheduleId)]);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied", settled_as: null, attempt: 1 }]);
  expect(sent().map(({ operation }) => operation)).toEqual(["record.update"]);
  await control(stack, "/drift", { type: "schedule", id: scheduleId, set: { name: "Moved" } });
  expect(await fieldOf(stack)).toMatchObject({ verdict: "base moved", flags: ["pinned"], values: { index: was } });
});

test("[C3] where the index follows base and nothing can be written, a pin is held, and base that moves is told", async () => {
  await using stack = await createSendingStack({
    ...overlay,
    sandbox: { writes: false, indexVersions: "overlay-by-field" },
  });
  const { scheduleId } = stack;
  const was = (await fieldOf(stack))?.values.base;
  const ids = await stack.applied([pin(scheduleId)]);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "held" }]);
  await control(stack, "/drift", { type: "schedule", id: scheduleId, set: { name: "Moved" } });
  expect(await fieldOf(stack)).toMatchObject({
    verdict: "base moved",
    flags: ["held", "pinned"],
    values: { effective: was, index: { value: "Moved" } },
  });
});

test("a pin is offered as a decision, and ends with a reset although no value changes", async () => {
  await using stack = await createSendingStack();
  const { scheduleId, app } = stack;
  await fieldOf(stack);
  const at = { indexId: INDEX, record: { type: "schedule", id: scheduleId }, field: "name", evidence: null };
  const decided = await decide(app.context, { ...at, decision: "pin value" });
  expect(decided).toMatchObject({ outcome: "staged", changes: [{ operation: { op: "pinValue" }, state: "draft" }] });
  await stack.applied([pin(scheduleId)]);
  await stack.pass();
  const [reset] = (await decide(app.context, { ...at, decision: "reset to base" })).changes;
  const ids = await stack.applied([pin(scheduleId, { operation: { op: "reset" } })]);
  expect(ids).toHaveLength(1);
  expect(reset?.operation.op).toBe("reset");
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied" }]);
  expect(await fieldOf(stack)).toMatchObject({ verdict: "same", flags: [], override: null });
});
