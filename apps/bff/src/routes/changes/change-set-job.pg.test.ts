import { ChangePage, ChangeSet, ChangeSetJob, Connection, Problem } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { refreshReading } from "#/records/refresh-readings.ts";
import { createSender } from "#/sending/sender.ts";
import type { SendStep } from "#/sending/sending.ts";
import { CONNECTION_API, type TestApp } from "#/testing/app.ts";
import { change } from "#/testing/changes.ts";
import { read, sampleSchedules } from "#/testing/directory.ts";
import { createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("the job that sends a set, on the embedded store", () => {
  testJobs(async () => await createSendingStack());
});
describeOnPostgres("the job that sends a set, on PostgreSQL", () => {
  testJobs(async () => await createSendingStack({ store: await openTestStoreOnPostgres() }));
});

const reason = "The practice called again";
const scheduleOf = (line: string) => line.split(",").find((cell) => cell.startsWith("sch_")) ?? "";

function testJobs(open: () => Promise<SendingStack>): void {
  /** A set of changes of as many records, past its five seconds. */
  async function begin(stack: SendingStack, count = 8) {
    const { app } = stack;
    const records = [...new Set(sampleSchedules(app, count * 3).map(scheduleOf))].slice(0, count);
    const ids = await stack.applied(
      records.map((id, index) => change({ type: "schedule", id }, "name", { op: "set", value: `Line ${index}` })),
    );
    const path = `${CONNECTION_API}/change-sets/${(await stack.rows(ids))[0]?.change_set_id ?? ""}`;
    const get = async () => ChangeSet.parse(await (await app.signedIn("GET", path)).json());
    return {
      ids,
      records,
      get,
      act: async (verb: string, body: object = {}, by: TestApp["signedIn"] = app.signedIn) => {
        const answer = await by("POST", `${path}/${verb}`, { version: (await get()).version, ...body });
        const said: unknown = await answer.json();
        return answer.status === 200 ? ChangeSet.parse(said) : Problem.parse(said);
      },
      job: async () => ChangeSetJob.parse(await (await app.signedIn("GET", `${path}/job`)).json()),
      states: async () => (await stack.rows(ids)).map(({ state }) => state),
    };
  }
  /** Does something before the n-th step of this kind. */
  const atStep = (step: SendStep, nth: number, act: () => Promise<unknown>) => {
    let left = nth;
    return async (is: SendStep) => {
      if (is === step && (left -= 1) === 0) await act();
    };
  };
  const countOf = (states: readonly string[], state: string) => states.filter((is) => is === state).length;

  test("[S17] is paused in the middle: no record begins after the answer, over a restart, until somebody resumes it", async () => {
    await using stack = await open();
    const { get, act, job, states } = await begin(stack);
    let writtenThen = 0;
    await stack.pass({
      onStep: atStep("before intent", 5, async () => {
        expect(await act("pause")).toMatchObject({
          state: "applying",
          paused: { by: { kind: "person" } },
        });
        writtenThen = stack.written().length;
      }),
    });
    const written = stack.written().length;
    // Those whose intent was kept before the answer are finished.
    expect(written - writtenThen).toBeLessThan(4);
    expect(await states()).not.toContain("sending");
    expect(countOf(await states(), "applied")).toBe(written);
    expect(countOf(await states(), "deferred")).toBe(8 - written);
    expect(await job()).toMatchObject({
      state: "paused",
      sent: written,
      left: 8 - written,
      underWay: [],
      because: null,
    });
    expect(await act("pause")).toMatchObject({ code: "wrong_state" });
    const { changesPerMinute } = await job();
    stack.app.clock.advance(40_000);
    expect(await job()).toMatchObject({ changesPerMinute });
    await stack.restart();
    await stack.pass();
    expect(stack.written()).toHaveLength(written);
    expect(await act("resume")).toMatchObject({ paused: null, state: "applying" });
    expect(await job()).toMatchObject({ state: "running" });
    await stack.pass();
    expect(new Set(await states())).toEqual(new Set(["applied"]));
    expect(stack.written()).toHaveLength(8);
    expect(await get()).toMatchObject({ state: "applied" });
    expect(await job()).toMatchObject({ state: "done", left: 0, sent: 8, changesPerMinute: expect.any(Number) });
    expect(await act("resume")).toMatchObject({ code: "wrong_state" });
  });

  test("[S16] is withdrawn in the middle: what was not sent is gone for readers at once, what was sent stays", async () => {
    await using stack = await open();
    const { records, act, job, states, get } = await begin(stack);
    const memories = async () =>
      await stack.app.deps.store.db.selectFrom("field_memory").select(["record_id", "baseline"]).execute();
    await stack.pass({ onStep: atStep("before intent", 3, async () => await act("pause")) });
    const written = stack.written().length;
    expect(await act("withdraw", { reason, keepsHeld: true })).toMatchObject({ counts: { withdrawn: 8 - written } });
    await stack.pass();
    expect(stack.written()).toHaveLength(written);
    expect(countOf(await states(), "applied")).toBe(written);
    expect(countOf(await states(), "withdrawn")).toBe(8 - written);
    const taken = { applied: written, takenBack: 8 - written, replaced: 0 };
    expect(await get()).toMatchObject({ state: "partly applied", counts: taken });
    expect(await job()).toMatchObject({ state: "done", left: 0 });
    const withdrawn = records[(await states()).indexOf("withdrawn")] ?? "";
    expect(stack.app.deps.overlay.of(INDEX, "schedule", withdrawn)).toBeUndefined();
    expect((await memories()).find(({ record_id: id }) => id === withdrawn)?.baseline ?? {}).toEqual({});
    expect(await act("withdraw", { reason, keepsHeld: true })).toMatchObject({ code: "wrong_state" });
  });

  test("[S16] is withdrawn while a record is on its way: that one is read at once, and the set is done", async () => {
    await using stack = await open();
    const { act, job, states } = await begin(stack, 3);
    const sender = createSender(stack.app.deps, {
      onStep: atStep("before outcome", 1, async () => await act("withdraw", { reason, keepsHeld: true })),
    });
    sender.start();
    await expect.poll(job).toMatchObject({ state: "done", left: 0 });
    await sender.stop();
    expect(stack.written()).toHaveLength(1);
    expect((await states()).toSorted()).toEqual(["applied", "withdrawn", "withdrawn"]);
  });

  test("[S17] waits while the whole connection is paused, is live for readers, and goes on when that is resumed", async () => {
    await using stack = await open();
    const { app } = stack;
    const turn = async (to: string, by = app.signedIn) => (await by("POST", `${CONNECTION_API}/${to}`)).status;
    const paused = async () => (await read(app, Connection, "")).paused;
    expect([await paused(), await turn("resume")]).toEqual([null, 409]);
    const viewer = (await app.enter({ name: "viewer", roles: [{ role: "viewer", referrers: null }] })).signedIn;
    expect(await turn("pause", viewer)).toBe(403);
    const { get, job, act, records } = await begin(stack);
    await stack.pass({ onStep: atStep("before intent", 3, async () => await turn("pause")) });
    expect(await paused()).toMatchObject({ by: { kind: "person" } });
    const written = stack.written().length;
    expect(written).toBeLessThan(8);
    await stack.restart();
    await stack.pass();
    expect(stack.written()).toHaveLength(written);
    expect(await get()).toMatchObject({ state: "applying", paused: null });
    expect(await job()).toMatchObject({ state: "paused", because: "The sending of the whole connection is paused." });
    expect(app.deps.overlay.of(INDEX, "schedule", records.at(-1) ?? "")?.changes).toHaveLength(1);
    expect(await act("pause")).toMatchObject({ paused: {} });
    expect(await turn("resume")).toBe(200);
    await stack.pass();
    expect(stack.written()).toHaveLength(written);
    await act("resume");
    await stack.pass();
    expect(await get()).toMatchObject({ state: "applied" });
    expect(stack.written()).toHaveLength(8);
  });

  test("[S5] does not count what was withdrawn in the five seconds, and reads failed where all of it was refused", async () => {
    await using stack = await open();
    const { ids, act, get } = await begin(stack, 3);
    await act("undo");
    await act("apply", { evidence: { reason } });
    expect((await stack.app.signedIn("POST", `${CONNECTION_API}/changes/${ids[0]}/withdraw`)).status).toBe(200);
    stack.app.clock.advance(5_000);
    stack.app.sandbox.faults.arm({ kind: "status", status: 422, method: "POST", times: 2, phase: "before", ms: 0 });
    await stack.pass();
    expect(await get()).toMatchObject({ state: "failed", counts: { failed: 2, withdrawn: 1, takenBack: 0 } });
  });

  test("[S5] was not live where it is withdrawn in the five seconds, in its answer and once its rows have followed", async () => {
    await using stack = await open();
    const { act, get } = await begin(stack, 3);
    const withdrawn = { state: "withdrawn", counts: { withdrawn: 3, takenBack: 0 } };
    expect(await act("withdraw", { reason })).toMatchObject(withdrawn);
    await stack.pass();
    expect(await get()).toMatchObject(withdrawn);
  });

  test("[S17] is paused by whoever may apply, and withdrawn, where approvals are required, by an approver", async () => {
    await using stack = await open();
    const { act } = await begin(stack, 2);
    const as = async (role: "viewer" | "editor" | "approver") =>
      (await stack.app.enter({ name: role, roles: [{ role, referrers: null }] })).signedIn;
    const [viewer, editor, approver] = [await as("viewer"), await as("editor"), await as("approver")];
    expect(await act("pause", {}, viewer)).toMatchObject({ code: "forbidden" });
    expect(await act("pause", {}, editor)).toMatchObject({ paused: { by: { name: "editor" } } });
    await stack.pass();
    expect(stack.written()).toEqual([]);
    const settings = { required: 1, ownCounts: false };
    expect((await stack.app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, settings)).status).toBe(200);
    expect(await act("withdraw", { reason }, editor), "it is only asked for").toMatchObject({
      state: "applying",
      counts: { withdrawn: 0 },
      takingBack: { missing: 1 },
    });
    expect(await act("withdraw", {}, approver)).toMatchObject({ code: "invalid_request" });
    expect(await act("withdraw", { reason }, approver)).toMatchObject({ state: "withdrawn" });
  });

  /** A set of which the first two were refused. */
  async function beginRefused(stack: SendingStack) {
    const begun = await begin(stack, 4);
    stack.app.sandbox.faults.arm({ kind: "status", status: 422, method: "POST", times: 2, phase: "before", ms: 0 });
    await stack.pass();
    expect(await begun.states()).toEqual(["failed", "failed", "applied", "applied"]);
    return begun;
  }
  const retried = async ({ app }: SendingStack, id: string) => {
    const answer = await app.signedIn("GET", `${CONNECTION_API}/change-sets/${id}/changes`);
    return ChangePage.parse(await answer.json()).items;
  };

  test("[S11] is retried: what failed is one new set, linked both ways, however often that is asked for", async () => {
    await using stack = await open();
    const { ids, records, act, get } = await beginRefused(stack);
    const both = (await Promise.all([act("retry"), act("retry")])).map((set) => ChangeSet.parse(set));
    const [set] = both;
    expect(both.map(({ id }) => id)).toEqual([set?.id, set?.id]);
    expect(set).toMatchObject({ state: "queued", counts: { total: 2 }, retryOf: (await get()).id });
    expect(await get()).toMatchObject({ state: "partly applied", retriedBy: [set?.id] });
    expect(await get()).toMatchObject({ counts: { failed: 2, retried: 2 } });
    expect((await retried(stack, (await get()).id)).map(({ retriedIn }) => retriedIn)).toEqual([
      set?.id,
      set?.id,
      null,
      null,
    ]);
    const copies = await retried(stack, set?.id ?? "");
    expect(copies.map(({ record }) => record.id)).toEqual(records.slice(0, 2));
    // Whoever looks at them is told what the directory said when they were staged.
    const seen = (await retried(stack, (await get()).id)).slice(0, 2).map(({ valueBefore }) => valueBefore);
    expect(seen).toEqual([{ value: expect.any(String) }, { value: expect.any(String) }]);
    expect(copies.map(({ valueBefore }) => valueBefore)).toEqual(seen);
    const alone = await stack.app.signedIn("POST", `${CONNECTION_API}/changes/${ids[0]}/send`);
    expect(alone.status).toBe(409);
    stack.app.clock.advance(5_000);
    await stack.pass();
    expect((await retried(stack, set?.id ?? "")).map(({ state }) => state)).toEqual(["applied", "applied"]);
    expect(stack.written()).toHaveLength(4);
    expect(await act("retry")).toMatchObject({ id: set?.id });
  });

  test("[S11] is not applied again where what one was decided on moved: that one has no approval", async () => {
    await using stack = await open();
    const { records, act } = await beginRefused(stack);
    const { standardIndex } = stack.app.deps.service.profile;
    const record = { type: "schedule", id: records[0] ?? "" };
    await stack.app.control("/drift", { ...record, set: { name: "Moved in base" } });
    await refreshReading(stack.app.deps, { indexId: standardIndex, ...record, maxAge: 0 });
    const set = ChangeSet.parse(await act("retry"));
    expect(set).toMatchObject({ state: "draft", counts: { draft: 2 }, appliedAt: null });
    const written = stack.written();
    await stack.pass();
    expect(stack.written()).toEqual(written);
  });

  test("[S9] sends one alone until a write is proven, and then several at once, each record once", async () => {
    await using stack = await open();
    const { states } = await begin(stack);
    stack.app.deps.recordsAtOnce = 3;
    let [underWay, most] = [0, 0];
    const inFlight: number[] = [];
    await stack.pass({
      onStep: async (step) => {
        if (step === "before intent") most = Math.max(most, (underWay += 1));
        if (step === "before send") inFlight.push(underWay);
        if (step === "before outcome") underWay -= 1;
      },
    });
    expect(new Set(await states())).toEqual(new Set(["applied"]));
    expect(inFlight[0]).toBe(1);
    expect(most).toBe(3);
    expect(stack.written()).toHaveLength(8);
  });
}
