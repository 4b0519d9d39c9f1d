import { ChangePage, ChangeSet, PractitionerView, type RecordKey, type RecordView } from "@dc/contract";
import { expect, test } from "vitest";
import { createSender } from "#/sending/sender.ts";
import { createTestStack, TEST_INDEX, type TestStack } from "#system-tests/test-stack.ts";

const QUIET_MS = 1000;

function scheduleOf({ records }: TestStack): RecordKey {
  const found = records.find(({ type }) => type === "schedule");
  if (found === undefined) throw new Error("The stack has a schedule.");
  return found;
}

async function view(stack: TestStack, { id }: RecordKey, indexId: string): Promise<RecordView> {
  const [practitioner] = stack.records;
  const path = `/index-versions/${indexId}/practitioners/${practitioner?.id ?? ""}?maxAge=0`;
  const { schedules } = PractitionerView.parse((await stack.call(0, "GET", path)).body);
  const found = schedules.find(({ record }) => record.id === id);
  if (found === undefined) throw new Error(`${id} is not in the view.`);
  return found;
}

/** Verdict and flags of the fields that are not simply the same. */
async function standing(stack: TestStack, record: RecordKey, indexId: string): Promise<Record<string, string>> {
  const { comparison } = await view(stack, record, indexId);
  const told = comparison.fields.filter(({ verdict, flags }) => verdict !== "same" || flags.includes("outside"));
  return Object.fromEntries(told.map(({ key, verdict, flags }) => [key, [verdict ?? "none", ...flags].join(" ")]));
}

const baseSays = (stack: TestStack, { type, id }: RecordKey, set: object) => stack.control("/drift", { type, id, set });
const outsideSays = (stack: TestStack, index: string, { type, id }: RecordKey, set: object) =>
  stack.control("/outside", { type, id, index, set });

async function apply(stack: TestStack, indexId: string, record: RecordKey, field: string, value: string) {
  const staged = await stack.call(0, "POST", `/index-versions/${indexId}/changes`, {
    changes: [{ record, field, operation: { op: "set", value } }],
  });
  expect(staged.status).toBe(201);
  const { changeSet } = staged.body as { changeSet: { id: string; version: number } };
  const body = { version: changeSet.version, evidence: { reason: "The practice called" } };
  const applied = await stack.call(0, "POST", `/change-sets/${changeSet.id}/apply`, body);
  expect(applied.status).toBe(200);
  stack.app.clock.advance(5_000);
  await createSender(stack.app.deps, { quietMs: QUIET_MS, deferMs: QUIET_MS }).runDue();
  return ChangeSet.parse((await stack.call(0, "GET", `/change-sets/${changeSet.id}`)).body);
}

const changesOf = async (stack: TestStack, { id }: { id: string }) =>
  ChangePage.parse((await stack.call(0, "GET", `/change-sets/${id}/changes`)).body).items;

test.for(["overlay-by-field", "overlay-by-record"] as const)(
  "%s: base moves twice, and that is neither drift nor outside, in a created index version and an adopted one",
  async (indexVersions) => {
    await using stack = await createTestStack({ writes: true, indexVersions });
    const record = scheduleOf(stack);
    for (const indexId of [stack.createdIndex, TEST_INDEX]) {
      expect(await standing(stack, record, indexId)).toEqual({});
      for (const name of ["First", "Second"]) {
        await baseSays(stack, record, { name: `${name} ${indexId}` });
        expect(await standing(stack, record, indexId)).toEqual({});
      }
    }
    const roster = await stack.call(0, "GET", `/index-versions/${stack.createdIndex}/roster`);
    expect(JSON.stringify(roster.body)).not.toMatch(/"(base moved|conflict|differs|ours|outside)":[1-9]/);
    expect(await standing(stack, record, stack.createdIndex)).toEqual({});
    // What followed is what a write of somebody else is seen against, even back to the first value.
    await outsideSays(stack, stack.createdIndex, record, { name: "Theirs" });
    expect(await standing(stack, record, stack.createdIndex)).toEqual({ name: "ours outside" });
    await baseSays(stack, record, { name: "Theirs" });
    expect(await standing(stack, record, stack.createdIndex)).toEqual({ name: "same outside" });
    await baseSays(stack, record, { name: "Third" });
    expect(await standing(stack, record, stack.createdIndex)).toEqual({ name: "conflict outside" });
  },
);

test("copy: base that moves is drift as ever", async () => {
  await using stack = await createTestStack({ writes: true });
  const record = scheduleOf(stack);
  expect(await standing(stack, record, stack.createdIndex)).toEqual({});
  await baseSays(stack, record, { name: "First" });
  expect(await standing(stack, record, stack.createdIndex)).toEqual({ name: "base moved" });
});

test("overlay by record: after a write of ours the whole record stands alone", async () => {
  await using stack = await createTestStack({ writes: true, indexVersions: "overlay-by-record" });
  const record = scheduleOf(stack);
  const other = stack.records.find(({ type, id }) => type === "schedule" && id !== record.id) ?? record;
  await baseSays(stack, record, { time_zone: "Asia/Tokyo" });
  expect(await standing(stack, record, stack.createdIndex)).toEqual({});
  expect((await apply(stack, stack.createdIndex, record, "name", "Ours")).state).toBe("applied");
  for (const one of [record, other]) await baseSays(stack, one, { time_zone: "Europe/Oslo" });
  expect(await standing(stack, record, stack.createdIndex)).toEqual({ name: "ours pinned", timeZone: "base moved" });
  expect(await standing(stack, other, stack.createdIndex)).toEqual({});
});

test("overlay by field: after a write of ours the other fields go on following", async () => {
  await using stack = await createTestStack({ writes: true, indexVersions: "overlay-by-field" });
  const record = scheduleOf(stack);
  expect((await apply(stack, stack.createdIndex, record, "name", "Ours")).state).toBe("applied");
  await baseSays(stack, record, { time_zone: "Europe/Oslo" });
  expect(await standing(stack, record, stack.createdIndex)).toEqual({ name: "ours pinned" });
  await baseSays(stack, record, { name: "Moved" });
  expect(await standing(stack, record, stack.createdIndex)).toEqual({ name: "conflict pinned" });
});

test("a held change is not found in an index that merely follows base, and is where somebody wrote it", async () => {
  await using stack = await createTestStack({ writes: false, indexVersions: "overlay-by-field" });
  const record = scheduleOf(stack);
  const held = await apply(stack, stack.createdIndex, record, "name", "Wanted");
  expect(held.state).toBe("held");
  await baseSays(stack, record, { name: "Wanted" });
  expect(await standing(stack, record, stack.createdIndex)).toEqual({});
  expect(await changesOf(stack, held)).toMatchObject([{ state: "held" }]);
  await baseSays(stack, record, { name: "Moved on" });
  expect(await standing(stack, record, stack.createdIndex)).toEqual({ name: "conflict held pinned" });
  await outsideSays(stack, stack.createdIndex, record, { name: "Wanted" });
  await view(stack, record, stack.createdIndex);
  expect(await changesOf(stack, held)).toMatchObject([{ state: "applied", receipt: { foundNotSent: true } }]);
});

test("on a copy the same held change is found as soon as the index says it", async () => {
  await using stack = await createTestStack({ writes: false });
  const record = scheduleOf(stack);
  const held = await apply(stack, stack.createdIndex, record, "name", "Wanted");
  await outsideSays(stack, stack.createdIndex, record, { name: "Wanted" });
  await baseSays(stack, record, { name: "Wanted" });
  await view(stack, record, stack.createdIndex);
  expect(await changesOf(stack, held)).toMatchObject([{ state: "applied", receipt: { foundNotSent: true } }]);
});

test("a change that the index already has, because base moved to it, is sent; a lost reply is settled by sending again", async () => {
  await using stack = await createTestStack({ writes: true, indexVersions: "overlay-by-field" });
  const record = scheduleOf(stack);
  const staged = await stack.call(0, "POST", `/index-versions/${stack.createdIndex}/changes`, {
    changes: [{ record, field: "name", operation: { op: "set", value: "Wanted" } }],
  });
  expect(staged.status).toBe(201);
  await baseSays(stack, record, { name: "Wanted" });
  const before = stack.app.sandbox.ledger.length;
  const { changeSet } = staged.body as { changeSet: { id: string; version: number } };
  const body = { version: changeSet.version, evidence: { reason: "The practice called" } };
  await stack.call(0, "POST", `/change-sets/${changeSet.id}/apply`, body);
  stack.app.sandbox.faults.arm({ kind: "reset-before", method: "POST", times: 1, phase: "before", ms: 0 });
  const sender = createSender(stack.app.deps, { quietMs: QUIET_MS, deferMs: QUIET_MS });
  stack.app.clock.advance(5_000);
  await sender.runDue();
  expect(await changesOf(stack, changeSet)).toMatchObject([{ state: "unknown" }]);
  stack.app.clock.advance(QUIET_MS);
  await sender.runDue();
  expect(await changesOf(stack, changeSet)).toMatchObject([{ state: "applied", receipt: { foundNotSent: false } }]);
  expect(stack.app.sandbox.ledger.after(before).map(({ operation, index }) => [operation, index])).toEqual([
    ["record.update", stack.createdIndex],
  ]);
  await baseSays(stack, record, { name: "Moved on" });
  expect(await standing(stack, record, stack.createdIndex)).toEqual({ name: "conflict pinned" });
});

test("a pinned value is served by the gateway while it is held, and base moves beneath it", async () => {
  await using stack = await createTestStack({ writes: false, indexVersions: "overlay-by-field" });
  const record = scheduleOf(stack);
  const before = await stack.direct(record, stack.createdIndex);
  const staged = await stack.call(0, "POST", `/index-versions/${stack.createdIndex}/changes`, {
    changes: [{ record, field: "name", operation: { op: "pinValue" } }],
  });
  expect(staged).toMatchObject({
    status: 201,
    body: { changes: [{ operation: { to: { value: before?.["name"] } } }] },
  });
  const { changeSet } = staged.body as { changeSet: { id: string; version: number } };
  const body = { version: changeSet.version, evidence: { reason: "The practice called" } };
  await stack.call(0, "POST", `/change-sets/${changeSet.id}/apply`, body);
  stack.app.clock.advance(5_000);
  await createSender(stack.app.deps, { quietMs: QUIET_MS, deferMs: QUIET_MS }).runDue();
  await baseSays(stack, record, { name: "Moved" });
  const { headers } = stack.app.deps.service.profile.data;
  const served = await stack.gateway(stack.pathOf(record), { [headers.index.name]: stack.createdIndex });
  expect(await served.json()).toMatchObject({ name: before?.["name"] });
  expect(await stack.direct(record, stack.createdIndex)).toMatchObject({ name: "Moved" });
  expect(await standing(stack, record, stack.createdIndex)).toEqual({ name: "base moved held pinned" });
});
