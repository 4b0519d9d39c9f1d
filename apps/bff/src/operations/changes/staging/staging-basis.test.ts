import { CONNECTION_API } from "#/testing/app.ts";
import { RecordView } from "@dc/contract";
import type { Json } from "@dc/directory";
import { expect, test } from "vitest";
import { refreshReading } from "#/records/refresh-readings.ts";
import { createDirectory, driftBase, read } from "#/testing/directory.ts";
import { createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";
import { apply, bodyOf, stage, type Staged } from "#/testing/change-set-requests.ts";

async function nameOf({ app, scheduleId }: SendingStack, { indexId = INDEX, maxAge = 0 } = {}) {
  const path = `/index-versions/${indexId}/schedules/${scheduleId}?maxAge=${maxAge}`;
  const view = await read(app, RecordView, path);
  const found = view.comparison.fields.find(({ key }) => key === "name");
  if (found === undefined) throw new Error("A schedule has a name.");
  return found;
}

test("base that was read before an index version was copied is neither its baseline nor its standard value", async () => {
  await using stack = await createSendingStack();
  const { app } = stack;
  const record = { type: "schedule", id: stack.scheduleId };
  await nameOf(stack);
  app.clock.advance(1_000);
  await driftBase(app, { ...record, set: { name: "Moved before the copy" } });
  app.clock.advance(1_000);
  const answer = await app.signedIn("POST", `${CONNECTION_API}/index-versions`, {
    name: "Second",
    referrer: { name: "Dr. Second" },
    roster: stack.scheduleId,
  });
  const { indexId } = await bodyOf<{ indexId: string }>(answer);
  await app.deps.background.idle();
  expect(await nameOf(stack, { indexId, maxAge: 86_400 })).toMatchObject({
    verdict: "same",
    values: { base: { value: "Moved before the copy" } },
  });
});

test("what base said before an index version was copied makes no odd number a known one", async () => {
  await using stack = await createSendingStack();
  const { app } = stack;
  const { client, profile } = app.deps.service;
  const schedule = await client.records.retrieve("schedule", stack.scheduleId, { index: INDEX });
  const record = { type: "practitioner", id: (await client.records.follow(schedule, "practitioner"))?.id ?? "" };
  const odd = { number: "ask at the desk", extension: null, label: null };
  const phones = (...list: Json[]) => profile.encode("practitioner", {}, "phones", list);
  await driftBase(app, { ...record, set: phones(odd) });
  await refreshReading(app.deps, { indexId: profile.standardIndex, ...record, maxAge: 0 });
  await driftBase(app, { ...record, set: phones() });
  app.clock.advance(1_000);
  const { indexId } = await createDirectory(app);
  const change = { record, field: "phones", operation: { op: "add", element: odd }, seen: { base: { value: [] } } };
  expect((await stage(stack, { changes: [change] }, indexId)).status).toBe(400);
});

test("a change whose author does not say which base they saw takes the base of now, not a kept one", async () => {
  await using stack = await createSendingStack();
  const { app } = stack;
  const record = { type: "schedule", id: stack.scheduleId };
  await nameOf(stack);
  await driftBase(app, { ...record, set: { name: "Moved since it was read" } });
  const staged = await bodyOf<Staged>(
    await stage(stack, { changes: [{ record, field: "name", operation: { op: "set", value: "Ours" } }] }),
  );
  expect(staged.changes).toMatchObject([{ baseSeen: { value: "Moved since it was read" } }]);
  expect((await apply(stack, staged.changeSet)).status).toBe(200);
  app.clock.advance(5_000);
  await stack.pass();
  expect((await nameOf(stack)).verdict).toBe("ours");
});

test("what changes nothing is dropped by what the index says now, not by what was read of it before", async () => {
  await using stack = await createSendingStack();
  const { app } = stack;
  const record = { type: "schedule", id: stack.scheduleId };
  const { values } = await nameOf(stack);
  const before = values.index !== null && "value" in values.index ? values.index.value : null;
  const change = { index: INDEX, ...record, set: { name: "Changed outside" } };
  await app.control("/outside", change);
  const restored = { record, field: "name", operation: { op: "set", value: before } };
  const staged = await bodyOf<Staged>(await stage(stack, { changes: [restored] }));
  expect(staged).toMatchObject({ dropped: [], changes: [{ operation: { op: "set", value: before } }] });
});
