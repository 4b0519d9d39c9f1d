import { expect, test } from "vitest";
import { takeChangeSet, underLease } from "#/sending/lease.ts";
import { selectDueChangeSets, selectUnheldChecks } from "#/store/tables/changes/change-set-leases.ts";
import { addPlan, createSendingStack } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { endLease, leaseClockOf, underTaskLease } from "./lease.ts";

const HOUR_MS = 3_600_000;

describeOnPostgres("leases of processes whose clocks differ", () => {
  test("are judged by the store alone, whoever is fast or slow", async () => {
    await using stack = await createSendingStack({ store: await openTestStoreOnPostgres() });
    const { app, scheduleId, plans } = stack;
    const { deps } = app;
    const { db } = deps.store;
    const withClock = (ms: number) => ({ ...deps, clock: { now: () => new Date(Date.now() + ms) } });
    const [right, fast, slow] = [0, HOUR_MS, -HOUR_MS].map((ms) => withClock(ms));
    if (right === undefined || fast === undefined || slow === undefined) throw new Error("there are three");
    const ids = await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
    const changeSetId = (await stack.rows(ids))[0]?.change_set_id ?? "";
    const take = async (by: typeof deps, owner: string, forMs = 60_000) =>
      await takeChangeSet(by, { changeSetId, owner, forMs });
    const due = async (by: typeof deps, owner: string) =>
      await selectDueChangeSets(db, {
        connectionId: deps.connection.id,
        owner,
        now: new Date(Date.now() + HOUR_MS),
        clock: leaseClockOf(by),
      });

    const held = await take(slow, "slow");
    if (held === undefined) throw new Error("nobody has the lease");
    expect([await take(fast, "fast"), await due(fast, "fast")]).toEqual([undefined, []]);
    expect(await selectUnheldChecks(db, deps.connection.id, leaseClockOf(fast))).toEqual([]);
    await underLease(slow, held, async () => undefined);
    expect(await take(right, "right")).toBeUndefined();
    await endLease(db, held);

    expect(await take(fast, "fast", 0)).toBeDefined();
    expect(await due(slow, "slow")).toEqual([changeSetId]);
    expect(await take(slow, "slow")).toBeDefined();

    const task = (by: typeof deps, owner: string) => ({ task: "reading", owner, clock: leaseClockOf(by) });
    await underTaskLease(db, task(slow, "slow"), async () => {
      expect(await underTaskLease(db, task(fast, "fast"), async () => undefined)).toBe(false);
    });
  });
});
