import { ChangeSet, Problem } from "@dc/contract";
import { expect, test } from "vitest";
import { refreshReadings } from "#/records/refresh-readings.ts";
import { CONNECTION_API } from "#/testing/app.ts";
import { bodyOf, type Staged } from "#/testing/change-set-requests.ts";
import { sampleSchedules } from "#/testing/directory.ts";
import { createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { openNewTestStore } from "#/testing/stores/store.ts";

const COUNT = 80;

/** A set of many changes whose standard values moved, and what to do between the first and the second step of settling it. */
async function openMoved() {
  const between = { moves: "", ends: false };
  let isSettled = false;
  let isOver = false;
  const store = await openNewTestStore((engine) => ({
    ...engine,
    async query(text, parameters) {
      if (isOver && between.ends) throw new Error("The process has ended.");
      const answer = await engine.query(text, parameters);
      isSettled ||= parameters?.includes("change-set.keep-ours") === true || text.includes("settled_by");
      if (isSettled && text === "commit") {
        isSettled = false;
        isOver = between.ends;
        await engine.query(`update reading set raw_text = replace(raw_text, 'Theirs', 'Others') where record_id = $1`, [
          between.moves,
        ]);
      }
      return answer;
    },
    close: async () => await engine.close(),
  }));
  const stack = await createSendingStack({ store });
  const { app } = stack;
  const records = sampleSchedules(app, COUNT).map((id) => ({ type: "schedule", id }));
  const { standardIndex } = app.deps.service.profile;
  const changes = records.map((record) => ({ record, field: "name", operation: { op: "set", value: "Ours" } }));
  const { changeSet, changeIds } = await bodyOf<Staged & { changeIds: string[] }>(
    await app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/changes`, { changes }),
  );
  await app.control("/drift", { changes: records.map((record) => ({ ...record, set: { name: "Theirs" } })) });
  await refreshReadings(
    app.deps,
    records.map((record) => ({ indexId: standardIndex, ...record, maxAge: 0 })),
  );
  const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
  return {
    stack,
    between,
    records,
    changeIds,
    now: async () => ChangeSet.parse(await bodyOf(await app.signedIn("GET", path))),
    keep: async (ids: readonly string[], { version }: Pick<ChangeSet, "version">) =>
      await app.signedIn("POST", `${path}/moved`, { version, changeIds: ids, as: "keep ours" }),
    moved: async () => (await bodyOf<{ total: number }>(await app.signedIn("GET", `${path}/moved`))).total,
    counted: async () => {
      const entries = store.db.selectFrom("journal").select("message").where("subject", "=", changeSet.id);
      return (await entries.orderBy("seq").execute()).slice(1).map(({ message }) => message);
    },
  };
}

test("[U6] ours is kept of many changes in steps, of each of which the journal tells", async () => {
  const moved = await openMoved();
  await using _stack = moved.stack;
  const before = await moved.now();
  expect((await moved.keep(moved.changeIds, before)).status).toBe(200);
  expect(await moved.moved()).toBe(0);
  expect(await moved.counted()).toMatchObject([
    { code: "change-set.keep-ours", params: { count: 50, done: 50, of: 80 } },
    { code: "change-set.keep-ours", params: { count: 30, done: 80, of: 80 } },
  ]);
  expect((await moved.now()).version - before.version).toBe(2);
});

test("[U6] a step refuses what moved since all were compared, and tells what was settled before", async () => {
  const moved = await openMoved();
  await using _stack = moved.stack;
  moved.between.moves = moved.records[70]?.id ?? "";
  const answer = await moved.keep(moved.changeIds, await moved.now());
  const { code, detail, moved: named } = Problem.parse(await answer.json());
  expect([answer.status, code, named?.map(({ changeId }) => changeId)]).toEqual([
    409,
    "moved_since_seen",
    moved.changeIds.slice(70, 71),
  ]);
  expect(detail).toMatch(/^50 of 80 were settled, and the rest was not\. .*Others/);
  expect(await moved.moved()).toBe(30);
  expect(await moved.counted()).toMatchObject([
    { code: "change-set.keep-ours", params: { count: 50, done: 50, of: 80 } },
    { code: "change-set.settle-stopped", params: { done: 50, of: 80 } },
  ]);
  expect((await moved.keep(moved.changeIds.slice(50), await moved.now())).status).toBe(200);
  expect(await moved.moved()).toBe(0);
});

test("[U6] where the process ends between two steps, the journal tells of what was settled, and of no more", async () => {
  const moved = await openMoved();
  await using _stack = moved.stack;
  moved.between.ends = true;
  expect((await moved.keep(moved.changeIds, await moved.now())).status).toBe(500);
  moved.between.ends = false;
  expect(await moved.moved()).toBe(30);
  expect(await moved.counted()).toMatchObject([{ code: "change-set.keep-ours", params: { count: 50 } }]);
});
