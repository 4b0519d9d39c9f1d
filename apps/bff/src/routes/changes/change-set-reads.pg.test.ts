import { ChangeSet, ChangeSetPage, StagedChanges } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("reading a change set, on the embedded store", () => {
  testReads(async () => await createSendingStack());
});
describeOnPostgres("reading a change set, on PostgreSQL", () => {
  testReads(async () => await createSendingStack({ store: await openTestStoreOnPostgres() }));
});

function testReads(open: () => Promise<SendingStack>): void {
  test("[S5] tells the state that its version had, also while it is applied and undone", async () => {
    await using stack = await open();
    const { app, scheduleId } = stack;
    const record = { type: "schedule", id: scheduleId };
    const staged = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/changes`, {
      changes: [{ record, field: "name", operation: { op: "set", value: "Ours" } }],
    });
    const { changeSet } = StagedChanges.parse(await staged.json());
    const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
    const get = async () => ChangeSet.parse(await (await app.signedIn("GET", path)).json());
    const list = async () =>
      ChangeSetPage.parse(await (await app.signedIn("GET", `${CONNECTION_API}/change-sets`)).json()).items;
    const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
    let { version } = await get();
    const stateAt = new Map([[version, "draft"]]);
    const read: ChangeSet[] = [];
    for (const verb of Array.from({ length: 10 }, (_, turn) => (turn % 2 === 0 ? "apply" : "undo"))) {
      const reading = Array.from({ length: 6 }, async (_, turn) =>
        read.push(...(turn < 4 ? [await get()] : await list())),
      );
      const body = verb === "apply" ? { version, evidence } : { version };
      const acted = ChangeSet.parse(await (await app.signedIn("POST", `${path}/${verb}`, body)).json());
      await Promise.all(reading);
      ({ version } = acted);
      stateAt.set(version, verb === "apply" ? "queued" : "draft");
    }
    expect(read.map((set) => set.state)).toEqual(read.map((set) => stateAt.get(set.version)));
  });
}
