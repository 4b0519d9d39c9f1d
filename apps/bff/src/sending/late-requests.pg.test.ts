import type { ChangeSet, Decided, RecordView, WaitingCounts } from "@dc/contract";
import { journalText } from "@dc/directory";
import { describe, expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { apply as applySet, bodyOf } from "#/testing/change-set-requests.ts";
import { change, QUIET_MS } from "#/testing/changes.ts";
import { sampleSchedules } from "#/testing/directory.ts";
import { createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { endEveryLease } from "#/store/lease.ts";
import { settleChange } from "#/operations/changes/settle.ts";
import { readForLateRequests } from "./late-requests.ts";

const MINUTE_MS = 60_000;

describe("a late request, on the embedded store", () => {
  testLateRequests(createSendingStack);
});
describeOnPostgres("a late request, on PostgreSQL", () => {
  testLateRequests(async (options) => createSendingStack({ ...options, store: await openTestStoreOnPostgres() }));
});

function testLateRequests(open: typeof createSendingStack): void {
  /** A stack whose network keeps the first write without an answer, and delivers it when that is asked for. */
  async function openWithSlowNetwork() {
    let kept: (() => Promise<Response>) | undefined;
    let calls = 0;
    let beforeNextCall: (() => Promise<unknown>) | undefined;
    const stack = await open({
      service: { retry: { attempts: 1 } },
      onCall: async (init, call) => {
        calls += 1;
        const hook = beforeNextCall;
        beforeNextCall = undefined;
        await hook?.();
        if (kept !== undefined || init.method !== "POST") return await call();
        kept = call;
        throw new TypeError("fetch failed", { cause: new Error("ECONNRESET") });
      },
    });
    const { app, scheduleId } = stack;
    const at = `${CONNECTION_API}/index-versions/${INDEX}`;
    const apply = async (field: string, value: string, id = scheduleId) =>
      await stack.applied([change({ type: "schedule", id }, field, { op: "set", value })]);
    const send = async (field: string, value: string) => {
      const ids = await apply(field, value);
      await stack.pass();
      return ids;
    };
    return {
      stack,
      apply,
      send,
      doBeforeNextCall: (hook: () => Promise<unknown>) => {
        beforeNextCall = hook;
      },
      deliver: async () => expect((await kept?.())?.status).toBe(200),
      /** Sends what is due and was not sent, and returns the states of these changes. */
      statesAfterWait: async (ids: readonly string[]) => {
        app.clock.advance(QUIET_MS);
        await stack.pass();
        return (await stack.rows(ids)).map(({ state }) => state);
      },
      /** Reads what is due, and returns how many calls that took. */
      readDue: async () => {
        const before = calls;
        await readForLateRequests(app.deps, new AbortController().signal);
        return calls - before;
      },
      told: async () => {
        const { comparison } = await bodyOf<RecordView>(await app.signedIn("GET", `${at}/schedules/${scheduleId}`));
        const rows = await app.deps.store.db
          .selectFrom("journal")
          .select("message")
          .where("action", "=", "record.late-request")
          .orderBy("seq")
          .execute();
        const waiting = await bodyOf<WaitingCounts>(await app.signedIn("GET", `${CONNECTION_API}/waiting-counts`));
        return {
          flags: comparison.fields.find(({ key }) => key === "name")?.flags,
          journal: rows.map(({ message }) => journalText(message ?? {})),
          waiting: waiting.lateRequests,
        };
      },
      decide: async (decision: "accept" | "restore") => {
        const answer = await app.signedIn("POST", `${at}/decisions`, {
          record: { type: "schedule", id: scheduleId },
          field: "name",
          decision,
          evidence: { reason: "It was right", source: null, verifiedOn: null, reviewBy: null },
        });
        return await bodyOf<Decided>(answer);
      },
    };
  }

  /** V1 has no answer and is sent again; V2 is applied over it. */
  async function openWithNewerValue() {
    const network = await openWithSlowNetwork();
    const first = await network.send("name", "V1");
    expect(await network.stack.rows(first)).toMatchObject([{ state: "unknown" }]);
    expect(await network.statesAfterWait(first)).toEqual(["applied"]);
    const second = await network.send("name", "V2");
    expect(await network.stack.rows(second)).toMatchObject([{ state: "applied" }]);
    return { ...network, second };
  }

  test.each([
    [1, [1]],
    [10, [1, 9]],
    [60, [1, 9, 50]],
  ])("[W1] [W2] that lands on a newer value within %i minutes is told by a reading", async (_minutes, waits) => {
    const { stack, deliver, readDue, told, second } = await openWithNewerValue();
    await using _closed = stack;
    const calm = await told();
    expect(calm).toMatchObject({ journal: [], waiting: 0 });
    for (const [at, minutes] of waits.entries()) {
      expect(await readDue()).toBe(0);
      stack.app.clock.advance(minutes * MINUTE_MS);
      if (at === waits.length - 1) await deliver();
      // Once in the index and once in base, however many changes have lost a reply.
      expect(await readDue()).toBe(2);
    }
    expect(await stack.rows(second)).toMatchObject([{ state: "applied" }]);
    stack.app.clock.advance(60 * MINUTE_MS);
    await readDue();
    expect(await told()).toEqual({
      flags: expect.arrayContaining(["outside", "late request"]),
      journal: [
        expect.stringMatching(
          /^In the index, the .*name of .+ is not as we left it: a delayed write of ours may have/i,
        ),
      ],
      waiting: 1,
    });
  });

  test("[W1] is looked for three times, and for nothing where every reply came at once", async () => {
    const { stack, readDue, told } = await openWithNewerValue();
    await using _closed = stack;
    let calls = 0;
    for (let minute = 0; minute < 90; minute += 1) {
      stack.app.clock.advance(MINUTE_MS);
      calls += await readDue();
    }
    expect(calls).toBe(6);
    expect(await told()).toMatchObject({ journal: [], waiting: 0 });
  });

  test("[W1] is looked for at its own times where a change was sent again while its record was read", async () => {
    const { stack, readDue, doBeforeNextCall } = await openWithNewerValue();
    await using _closed = stack;
    stack.app.clock.advance(60 * MINUTE_MS);
    const again = new Date(stack.app.clock.now().getTime() + MINUTE_MS);
    const { db } = stack.app.deps.store;
    const due = db.selectFrom("change").select(["id", "late_read_at"]).where("late_read_at", "is not", null);
    const [waiting] = await due.execute();
    doBeforeNextCall(
      async () =>
        await db
          .updateTable("change")
          .set({ late_read_at: again })
          .where("id", "=", waiting?.id ?? "")
          .execute(),
    );
    await readDue();
    expect(await due.execute()).toEqual([{ id: waiting?.id, late_read_at: again }]);
  });

  test("[W1] is looked for though the record before it cannot be compared, and that one is tried again later", async () => {
    const { stack, apply, deliver, readDue, told } = await openWithNewerValue();
    await using _closed = stack;
    const { db } = stack.app.deps.store;
    stack.app.clock.advance(MINUTE_MS);
    await deliver();
    const lost = await apply("name", "X", sampleSchedules(stack.app, 2)[1]);
    const dueFirst = new Date(stack.app.clock.now().getTime() - 2 * MINUTE_MS);
    await db
      .updateTable("change")
      .set({ record_type: "gone from the profile", late_since: dueFirst, late_read_at: dueFirst })
      .where("id", "in", lost)
      .execute();
    await readDue();
    expect((await told()).flags).toContain("late request");
    const [row] = await stack.rows(lost);
    expect(row?.late_read_at?.getTime()).toBeGreaterThan(stack.app.clock.now().getTime());
  });

  test.each(["accept", "restore"] as const)("[W3] that record alone waits until: %s", async (decision) => {
    const { stack, apply, send, deliver, readDue, statesAfterWait, told, decide } = await openWithNewerValue();
    await using _closed = stack;
    const newer = await apply("name", "V3");
    const elsewhere = await apply("name", "V3", sampleSchedules(stack.app, 2)[1]);
    stack.app.clock.advance(MINUTE_MS);
    await deliver();
    await readDue();
    const waiting = [...newer, ...(await send("timeZone", "Asia/Tokyo"))];
    const because = expect.stringMatching(/^Waiting because a delayed write of ours may have overwritten/);
    expect(await stack.rows(waiting)).toMatchObject([
      { state: "deferred", because },
      { state: "deferred", because },
    ]);
    expect(await statesAfterWait([...waiting, ...elsewhere])).toEqual(["deferred", "deferred", "applied"]);

    const { changes } = await decide(decision);
    const [restoring] = changes;
    if (restoring !== undefined) {
      const set = await stack.app.signedIn("GET", `${CONNECTION_API}/change-sets/${restoring.changeSetId}`);
      expect((await applySet(stack, await bodyOf<ChangeSet>(set))).status).toBe(200);
      stack.app.clock.advance(5_000);
      expect(await statesAfterWait([restoring.id])).toEqual(["applied"]);
    }
    // Restoring ours sends the newest value, so that the change that waited for it ends.
    expect(await statesAfterWait(waiting)).toEqual([decision === "accept" ? "applied" : "withdrawn", "applied"]);
    const { flags, waiting: left } = await told();
    expect([flags, left]).toEqual([expect.not.arrayContaining(["outside"]), 0]);
  });

  test("[W2] that deletes a record, after somebody said that it was not deleted, is told", async () => {
    const { stack, deliver, readDue, told } = await openWithSlowNetwork();
    await using _closed = stack;
    const { app, scheduleId } = stack;
    const at = `${CONNECTION_API}/index-versions/${INDEX}`;
    await app.signedIn("POST", `${at}/roster-imports`, { from: "text", text: scheduleId });
    await app.deps.background.idle();
    const record = { type: "schedule", id: scheduleId };
    const [id = ""] = await stack.applied([{ record, operation: { op: "delete" }, policy: "pin", evidence: null }]);
    await stack.pass();
    expect(await stack.rows([id])).toMatchObject([{ state: "unknown" }]);
    expect(await settleChange(app.context, id, { as: "not applied" })).toMatchObject({ state: "failed" });
    app.clock.advance(MINUTE_MS);
    await deliver();
    await readDue();
    await readDue();
    const { comparison } = await bodyOf<RecordView>(await app.signedIn("GET", `${at}/schedules/${scheduleId}`));
    expect(comparison.flags).toEqual(expect.arrayContaining(["outside", "late request"]));
    expect((await told()).waiting).toBe(1);
    expect((await app.signedIn("DELETE", `${at}/roster/schedule/${scheduleId}`)).status).toBeLessThan(300);
    expect((await told()).waiting).toBe(0);
    const entries = await app.deps.store.db
      .selectFrom("journal")
      .select("message")
      .where("action", "=", "record.late-deletion")
      .orderBy("seq")
      .execute();
    expect(entries.map(({ message }) => journalText(message ?? {}))).toEqual([
      expect.stringMatching(/^In the index, .+ is gone: a delayed deletion of ours may have removed it$/),
    ]);
  });

  test("[W1] of a sender that was frozen while another one took over is told", async () => {
    await using stack = await open({});
    const record = { type: "schedule", id: stack.scheduleId };
    const first = await stack.applied([change(record, "name", { op: "set", value: "V1" })]);
    const frozen = Promise.withResolvers<void>();
    const thawed = Promise.withResolvers<void>();
    const late = stack.pass({
      onStep: async (step) => {
        if (step !== "before send") return;
        frozen.resolve();
        await thawed.promise;
      },
    });
    await frozen.promise;
    stack.app.clock.advance(1_000);
    await endEveryLease(stack.app.deps.store.db);
    await stack.pass();
    const second = await stack.applied([change(record, "name", { op: "set", value: "V2" })]);
    await stack.pass();
    expect(await stack.rows([...first, ...second])).toMatchObject([{ state: "applied" }, { state: "applied" }]);
    thawed.resolve();
    await late;
    stack.app.clock.advance(MINUTE_MS);
    await readForLateRequests(stack.app.deps, new AbortController().signal);
    const memory = stack.app.deps.store.db.selectFrom("field_memory").select("late_request_at");
    expect(await memory.where("field", "=", "name").execute()).toEqual([{ late_request_at: stack.app.clock.now() }]);
  });
}
