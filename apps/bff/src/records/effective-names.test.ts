import { PractitionerView, RosterPage, SearchResults } from "@dc/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { createDirectory, driftBase, read } from "#/testing/directory.ts";
import { createSendingStack, type SendingStack } from "#/testing/sending-stack.ts";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { testEvidence } from "#/testing/evidence.ts";

let stack: SendingStack;
let indexId: string;
beforeAll(async () => {
  stack = await createSendingStack({ profile: "default" });
  ({ indexId } = await createDirectory(stack.app, { name: "Named", roster: stack.scheduleId }));
});
afterAll(() => stack[Symbol.asyncDispose]());

const rosterOf = async (type: string, index = indexId) =>
  (await read(stack.app, RosterPage, `/index-versions/${index}/roster?type=${type}`)).items;

test("a held name is that of the roster, the page and search at once, and the service's own again when withdrawn", async () => {
  const { app, scheduleId } = stack;
  const record = { type: "schedule", id: scheduleId };
  const [own] = await rosterOf("schedule");
  const staged = await stageChanges(app.context, {
    indexId,
    changes: [{ record, field: "name", operation: { op: "set", value: "Held Street" }, policy: "pin", evidence: null }],
  });
  const { id, version } = staged.changeSet;
  await applyChangeSet(app.context, id, { version, evidence: testEvidence });
  app.clock.advance(5_000);
  await stack.pass();
  const named = async () => {
    const view = await read(
      app,
      PractitionerView,
      `/index-versions/${indexId}/practitioners/${own?.practitioner?.id ?? ""}?maxAge=0`,
    );
    return [view.schedules[0]?.name, ...(await rosterOf("schedule")).map(({ name }) => name)];
  };
  expect(await named()).toEqual(["Held Street", "Held Street"]);
  const found = await read(app, SearchResults, "/search?q=held%20street");
  expect(found.schedules.map((one) => one.id)).toEqual([scheduleId]);
  const removed = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/decisions`, {
    record,
    field: "name",
    decision: "remove override",
  });
  expect(removed.status).toBe(200);
  expect(await named()).toEqual([own?.name, own?.name]);
});

test("a name longer than the store can order by is kept whole, and found by its beginning", async () => {
  const { app } = stack;
  const [person] = await rosterOf("practitioner");
  const id = person?.record.id ?? "";
  // Characters that differ, since a text that repeats itself is kept in less space.
  const name = Array.from({ length: 3_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000))).join(
    "",
  );
  await driftBase(app, { type: "practitioner", id, set: { display_name: name } });
  const other = await createDirectory(app, { name: "Long", roster: stack.scheduleId });
  const [renamed] = await rosterOf("practitioner", other.indexId);
  expect([renamed?.name?.length, renamed?.name === name]).toEqual([name.length, true]);
  const found = await read(app, SearchResults, `/search?q=${encodeURIComponent(name.slice(0, 20))}`);
  expect(found.practitioners.map((one) => one.id)).toEqual([id]);
});
