import { Change, ChangePage, type ChangeSet, StagedChanges } from "@dc/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { discardUnfinishedSets } from "#/operations/change-sets/open.ts";
import { CONNECTION_API, type TestApp } from "#/testing/app.ts";
import { createDirectory, journalOf, read } from "#/testing/directory.ts";
import { addPlan, createSendingStack } from "#/testing/sending-stack.ts";
import { openWatchedStore } from "#/testing/stores/watched-store.ts";

const writing = /^insert into "change" |^update "change" set "change_set_id"|^delete from "change" /;

/** A directory with one schedule, and two drafts there, of which another person staged the first. */
async function open() {
  const watched = await openWatchedStore(writing);
  const stack = await createSendingStack({ store: watched.store });
  const { app, scheduleId } = stack;
  const { indexId } = await createDirectory(app, { name: "Elm", roster: scheduleId });
  const eve = (await app.enter({ name: "Eve", roles: [{ role: "editor", referrers: null }] })).signedIn;
  const record = { type: "schedule", id: scheduleId };
  const named = (value: string) => ({ record, field: "name", operation: { op: "set", value } });
  const drafts = `${CONNECTION_API}/index-versions/${indexId}/changes`;
  const first = StagedChanges.parse(
    await (await app.signedIn("POST", drafts, { changes: [addPlan(scheduleId, "ins_first000")] })).json(),
  );
  const path = `${CONNECTION_API}/change-sets/${first.changeSet.id}`;
  const ofEve = { changes: [{ ...named("By Eve"), indexId }] };
  const second = StagedChanges.parse(await (await eve("POST", `${path}/changes`, ofEve)).json());
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => addPlan(scheduleId, `ins_new${String(at).padStart(5, "0")}`));
  const stage = async (changes: object[], headers: Record<string, string> = {}) =>
    await app.signedIn("POST", drafts, { changes }, headers);
  watched.written.length = 0;
  return {
    ...watched,
    stack,
    app,
    drafts,
    path,
    set: first.changeSet,
    second,
    named,
    many,
    stage,
    ...leftOf(app, first),
  };
}

function leftOf(app: TestApp, { changeSet: { id } }: { changeSet: ChangeSet }) {
  const path = `/change-sets/${id}`;
  const page = z.object({ items: z.array(Change), total: z.int() });
  return {
    total: async () => (await read(app, page, `${path}/changes?limit=1`)).total,
    names: async () =>
      (await read(app, ChangePage, `${path}/changes?limit=200`)).items
        .filter(({ field }) => field === "name")
        .map(({ operation, createdBy }) => [operation, createdBy.name]),
    rows: async () => (await app.deps.store.db.selectFrom("change").select("id").execute()).length,
    sets: async () => (await app.deps.store.db.selectFrom("change_set").select("id").execute()).length,
  };
}

test("[S9] many changes are staged into a draft in steps, and undone in steps, with what they replaced", async () => {
  const { stack, app, path, set, second, named, many, stage, written, total, names, sets } = await open();
  await using _ = stack;
  const staged = StagedChanges.parse(await (await stage([named("By Ada"), ...many(299)])).json());
  expect(staged).toMatchObject({ changeSet: { id: set.id, counts: { total: 301, draft: 301 } }, dropped: [] });
  expect(staged.replaced.map(({ id }) => id)).toEqual(second.changeIds);
  expect([staged.changeIds.length, await total(), await sets()]).toEqual([300, 301, 1]);
  expect(Math.max(...written)).toBeLessThanOrEqual(100);
  expect(await names()).toEqual([[expect.objectContaining({ value: "By Ada" }), "Ada Admin"]]);
  expect(await journalOf(app, second.changeIds[0] ?? "")).toEqual(["change.stage", "change.replace"]);
  expect(await journalOf(app, staged.changeIds[1] ?? "")).toEqual(["change.stage"]);

  written.length = 0;
  const replaced = staged.replaced.map(({ id, indexId, record, field, operation, policy }) => ({
    id,
    indexId,
    record,
    field,
    operation,
    policy,
  }));
  const undo = await app.signedIn("POST", `${path}/changes/undo`, { staged: staged.changeIds, replaced });
  expect([undo.status, StagedChanges.parse(await undo.json()).changeIds]).toEqual([200, second.changeIds]);
  expect(Math.max(...written)).toBeLessThanOrEqual(100);
  expect([await total(), await sets()]).toEqual([2, 1]);
  expect(await names()).toEqual([[expect.objectContaining({ value: "By Eve" }), "Eve"]]);
  expect(await journalOf(app, staged.changeIds[1] ?? "")).toEqual(["change.stage", "change.discard"]);
});

test("[S9] of many changes all are staged into a draft or none, also where the draft is edited, or the process ends, meanwhile", async () => {
  const { stack, app, many, named, stage, total, rows, sets, onWritten, kill, startAgain, ...rest } = await open();
  await using _ = stack;
  const seenDrafts: string[] = [];
  expect((await stage([...many(299), { ...named("By Ada"), seenDrafts }])).status).toBe(409);
  expect([await total(), await rows(), await sets()]).toEqual([2, 2, 1]);

  // Somebody edits the draft before it is decided: what is staged is worked out once more.
  let isEdited = false;
  onWritten(() => {
    if (isEdited) return;
    isEdited = true;
    void app.signedIn("POST", rest.drafts, {
      changes: [{ ...many(1)[0], operation: { op: "add", element: "ins_meanwhile" } }],
    });
  });
  const key = { "Idempotency-Key": "k" };
  expect((await stage(many(150), key)).status).toBe(201);
  onWritten(() => {});
  expect([await total(), await rows(), await sets()]).toEqual([153, 153, 1]);
  const again = await stage(many(150), key);
  expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);

  // It ends while what is staged is written aside: the next start takes it back.
  onWritten(kill);
  expect((await stage(many(450).slice(150))).status).toBe(500);
  startAgain();
  onWritten(() => {});
  expect([await total(), await rows(), await sets()]).toEqual([153, 253, 2]);
  await discardUnfinishedSets(app.deps);
  expect([await total(), await rows(), await sets()]).toEqual([153, 153, 1]);

  // It ends once that is decided: the next start goes on, and does not take it for what was not finished.
  let left = 4;
  onWritten(() => {
    left--;
    if (left === 0) kill();
  });
  expect((await stage(many(450).slice(150))).status).toBe(500);
  startAgain();
  onWritten(() => {});
  await discardUnfinishedSets(app.deps);
  await stack.pass();
  expect([await total(), await rows(), await sets()]).toEqual([453, 453, 1]);
});
