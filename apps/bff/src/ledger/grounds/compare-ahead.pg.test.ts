import type { ChangeSet } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { consoleContext } from "#/context/reach.ts";
import { applySet, compareToApply } from "#/operations/change-sets/internal/apply-set.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { becomeLive, compareWaiting } from "#/sending/become-live.ts";
import { takeChangeSet, underLease } from "#/sending/lease.ts";
import { renameRecordInChanges } from "#/store/ledger-writes/changes.ts";
import { readConsistently, transact } from "#/store/sql/transaction.ts";
import { lockChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { selectGroundMarkOfSet } from "#/store/tables/changes/ground-marks.ts";
import { readOrAhead } from "#/store/tables/changes/read-ahead.ts";
import { CONNECTION_API } from "#/testing/app.ts";
import { evidence } from "#/testing/change-set-requests.ts";
import { sampleSchedules } from "#/testing/directory.ts";
import { createSendingStack, INDEX, type SendingStack, writeOutside } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { compareAgain } from "./compare-ahead.ts";
import { compareGrounds, isMoved } from "./ground.ts";
import { withLedger } from "#/ledger/with-ledger.ts";

describe("what was compared before a transaction, on the embedded store", () => {
  testAhead(async () => await createSendingStack());
});
describeOnPostgres("what was compared before a transaction, on PostgreSQL", () => {
  testAhead(async () => await createSendingStack({ store: await openTestStoreOnPostgres() }));
});

function testAhead(open: () => Promise<SendingStack>): void {
  /** A draft of Ada and one of Eve, both of the names of the same two schedules; where Eve was first, hers was applied before. */
  async function begin(stack: SendingStack, { isEveFirst = false } = {}) {
    const { app } = stack;
    const { deps } = app;
    const records = [...new Set(sampleSchedules(app, 20))].slice(0, 2).map((id) => ({ type: "schedule", id }));
    const eve = await app.enter({ name: "Eve", roles: [{ role: "editor", referrers: null }] });
    const stage = async (by: typeof app.signedIn, value: string) => {
      const changes = records.map((record) => ({ record, field: "name", operation: { op: "set", value }, evidence }));
      const answer = await by("POST", `${CONNECTION_API}/index-versions/${INDEX}/changes`, { changes });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { changeSet: ChangeSet }).changeSet;
    };
    const act = async (by: typeof app.signedIn, id: string, verb: string) => {
      const path = `${CONNECTION_API}/change-sets/${id}`;
      const { version } = (await (await by("GET", path)).json()) as ChangeSet;
      expect((await by("POST", `${path}/${verb}`, { version })).status).toBe(200);
    };
    const theirs = await stage(eve.signedIn, "Theirs");
    const hers = async (verb: string) => await act(eve.signedIn, theirs.id, verb);
    if (isEveFirst) await hers("apply");
    const ours = await stage(app.signedIn, "Ours");
    return {
      records,
      ours,
      mine: (verb: string) => act(app.signedIn, ours.id, verb),
      hers,
      /** As it is compared again, and as all of it is compared anew. */
      compared: async (ahead: Awaited<ReturnType<typeof compareToApply>>) =>
        await readConsistently(deps.store.db, async (trx) => {
          const rows = await selectChangesOfSet(trx, ours.id);
          const again = await compareAgain(deps, trx, rows, ahead);
          return { again, anew: (await compareGrounds(deps, trx, rows)).byId };
        }),
      live: async (ahead: Awaited<ReturnType<typeof compareWaiting>>) => {
        const lease = await takeChangeSet(deps, { changeSetId: ours.id, owner: "one", forMs: 60_000 });
        if (lease === undefined) throw new Error("nobody else has the lease");
        await underLease(deps, lease, async (ledger) => await becomeLive(deps, ledger, ours.id, ahead));
      },
      states: async () =>
        (await selectChangesOfSet(deps.store.db, ours.id)).map(({ state, reason }) => [state, reason?.code ?? null]),
      apply: async (ahead: Awaited<ReturnType<typeof compareToApply>>) => {
        await withLedger(deps, async (ledger) => {
          const row = await lockChangeSet(ledger.trx, deps.connection.id, ours.id);
          if (row === undefined) throw new Error("the set is there");
          const changes = await selectChangesOfSet(ledger.trx, ours.id);
          const asked = { row, changes, given: null, moved: "refuse" as const, only: null, ahead };
          await applySet(consoleContext(deps, row.created_by), ledger, asked, { counting: [], lapsed: [] });
        });
      },
    };
  }
  const readHere = async ({ app }: SendingStack, records: readonly { type: string; id: string }[]) => {
    const { standardIndex } = app.deps.service.profile;
    for (const record of records)
      for (const indexId of [standardIndex, INDEX]) await refreshReading(app.deps, { indexId, ...record, maxAge: 0 });
  };

  test("[U5] stands where nothing of a record is another since, and is compared anew where its base, its index, or a change of it is", async () => {
    await using stack = await open();
    const { app } = stack;
    const { records, ours, mine, hers, compared } = await begin(stack);
    await readHere(stack, records);
    const [first] = records;
    const since: Record<string, () => Promise<unknown>> = {
      "its own changes": async () => {
        await mine("apply");
        await mine("undo");
      },
      "another set, which was applied": () => hers("apply"),
      "another set, which was undone": () => hers("undo"),
      base: async () => {
        const body = JSON.stringify({ ...first, set: { name: "Base moved" } });
        await app.sandbox.control.request("/drift", { method: "POST", body });
        await readHere(stack, records.slice(0, 1));
      },
      index: async () => {
        if (first !== undefined) await writeOutside(stack, first, "name", "Outside");
        await readHere(stack, records.slice(0, 1));
      },
    };
    for (const [what, act] of Object.entries(since)) {
      const ahead = await compareToApply(app.deps, ours.id, null);
      const stands = async () => {
        const { again, anew } = await compared(ahead);
        expect([...again], what).toEqual([...anew]);
        return [...again].map(([id, { now }]) => now === ahead.byId.get(id)?.now);
      };
      expect(await stands(), `before: ${what}`).toEqual([true, true]);
      await act();
      const left = (await stands()).filter((isLeft) => isLeft);
      expect(left, what).toEqual(what === "base" || what === "index" ? [true] : []);
    }
  });

  test("[U5] what was read ahead is read again where any of it was written since, also where its version stays", async () => {
    await using stack = await open();
    const { connection, store } = stack.app.deps;
    const { ours } = await begin(stack);
    const { read } = await compareToApply(stack.app.deps, ours.id, null);
    const readNow = () =>
      readConsistently(store.db, async (trx) => ({
        again: await readOrAhead(trx, read),
        anew: await selectChangesOfSet(trx, ours.id),
      }));
    const before = await readNow();
    expect(before.again).toBe(read.rows);
    expect(before.again).toEqual(before.anew);
    const writeSet = async (set: { lease_until: Date } | { queueing: string | null }) =>
      await transact(store.db, (trx) => trx.updateTable("change_set").set(set).where("id", "=", ours.id).execute());
    await writeSet({ lease_until: new Date() });
    expect((await readNow()).again, "who works on it goes on").toBe(read.rows);
    await writeSet({ queueing: JSON.stringify({ evidenceId: null, nextOrder: 1 }) });
    expect((await readNow()).again.map(({ state }) => state)).toEqual(["queued", "queued"]);
    await writeSet({ queueing: null });
    // A value that names a record which got its id is written so without another version.
    const assigned = { type: "practitioner", provisionalId: "Ours", recordId: "Assigned" };
    await transact(store.db, (trx) =>
      renameRecordInChanges(trx, { connectionId: connection.id, indexId: INDEX, ...assigned }),
    );
    const { again, anew } = await readNow();
    expect(again.map(({ operation }) => operation)).toEqual([
      { op: "set", value: "Assigned" },
      { op: "set", value: "Assigned" },
    ]);
    expect(again).toEqual(anew);
  });

  test("[U5] nothing is written over that moved between the comparison and the apply", async () => {
    await using stack = await open();
    const { ours, hers, apply, states } = await begin(stack);
    const ahead = await compareToApply(stack.app.deps, ours.id, null);
    await hers("apply");
    await expect(apply(ahead)).rejects.toMatchObject({ code: "moved_since_seen" });
    expect(await states()).toEqual([
      ["draft", null],
      ["draft", null],
    ]);
    await hers("undo");
    await apply(ahead);
    expect(await states()).toEqual([
      ["queued", null],
      ["queued", null],
    ]);
  });

  test("[U5] in the embedded store what stood right before an act is not looked at again, unless anything was written since", async () => {
    await using stack = await open();
    const { deps } = stack.app;
    const { ours, mine, apply, states } = await begin(stack);
    /** As if it had moved, with other marks: whoever looks at it again finds that it did not. */
    const asMoved = async () => {
      const ahead = await compareToApply(deps, ours.id, null);
      const moved = [...ahead.byId].map(
        ([id, one]) => [id, { ...one, moved: { ...one.moved, effective: true } }] as const,
      );
      const marked = [...ahead.records].map(([key, one]) => [key, { ...one, mark: one.mark + 1n }] as const);
      return { ...ahead, endings: new Map<string, bigint>(), records: new Map(marked), byId: new Map(moved) };
    };
    if (deps.store.kind === "embedded")
      await expect(apply(await asMoved())).rejects.toMatchObject({ code: "moved_since_seen" });
    else {
      await apply(await asMoved());
      await mine("undo");
    }
    const ahead = await asMoved();
    await transact(deps.store.db, async (trx) => {
      await trx.updateTable("connection").set({ updated_at: deps.clock.now() }).execute();
    });
    await apply(ahead);
    expect(new Set((await states()).map(([state]) => state))).toEqual(new Set(["queued"]));
  });

  test("[U9] what goes back between the comparison and going live takes the whole set with it", async () => {
    for (const goesBack of [true, false]) {
      await using stack = await open();
      const { hers, mine, ours, live, states } = await begin(stack, { isEveFirst: true });
      await mine("apply");
      const ahead = await compareWaiting(stack.app.deps, ours.id);
      const moved = [...(ahead?.byId.values() ?? [])].map(isMoved);
      expect(new Set(moved)).toEqual(new Set([false]));
      if (goesBack) await hers("undo");
      await live(ahead);
      const expected = goesBack ? ["draft", "moved-before-live"] : ["deferred", null];
      expect(await states()).toEqual([expected, expected]);
    }
  });

  test("[U5] the marks of all parts of a set, added, are the mark of the whole", async () => {
    await using stack = await open();
    const { deps } = stack.app;
    const { ours } = await begin(stack);
    const of = { connectionId: deps.connection.id, standardIndex: deps.service.profile.standardIndex };
    const whole = await selectGroundMarkOfSet(deps.store.db, of, ours.id);
    expect(whole).not.toBe(0n);
    for (const parts of [1, 2, 3, 64]) {
      let mark = 0n;
      for (let part = 0; part < parts; part += 1)
        mark ^= await selectGroundMarkOfSet(deps.store.db, of, ours.id, { part, of: parts });
      expect([parts, mark]).toEqual([parts, whole]);
    }
  });
}
