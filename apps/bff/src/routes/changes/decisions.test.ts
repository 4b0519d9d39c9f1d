import { CONNECTION_API } from "#/testing/app.ts";
import { ActivityPage, type Change, type Decided, PractitionerView, Problem, RecordView } from "@dc/contract";
import { expect, test } from "vitest";
import { refreshReading } from "#/records/refresh-readings.ts";
import { addPlan, createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";
import { driftBase, journalOf, read } from "#/testing/directory.ts";
import { apply, bodyOf, stage, type Staged } from "#/testing/change-set-requests.ts";

const field = "name";

interface DecisionStack {
  stack: SendingStack;
  record: { type: string; id: string };
  /** The values that a person has on screen. */
  onScreen(): Promise<ReturnType<RecordView["comparison"]["fields"]["at"]> & object>;
  /** Changes base to this value and reads it, as another person's page would. */
  moveBase(name: string): Promise<void>;
  decide(decision: string, more?: object): Promise<Response>;
  stageName(operation: object, more?: object): Promise<Response>;
}

async function createDecisionStack(): Promise<DecisionStack & AsyncDisposable> {
  const stack = await createSendingStack({ profile: "default" });
  const { app, scheduleId } = stack;
  const record = { type: "schedule", id: scheduleId };
  const { standardIndex } = app.deps.service.profile;
  return {
    stack,
    record,
    async onScreen() {
      const view = await read(app, RecordView, `/index-versions/${INDEX}/schedules/${scheduleId}?maxAge=3600`);
      const found = view.comparison.fields.find(({ key }) => key === field);
      if (found === undefined) throw new Error("A schedule has a name.");
      return found;
    },
    async moveBase(name) {
      await driftBase(app, { ...record, set: { name } });
      for (const indexId of [standardIndex, INDEX]) await refreshReading(app.deps, { indexId, ...record, maxAge: 0 });
    },
    decide: (decision, more = {}) =>
      app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/decisions`, { record, field, decision, ...more }),
    stageName: (operation, more = {}) => stage(stack, { changes: [{ record, field, operation, ...more }] }),
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}

async function held({ stack }: DecisionStack, staged: Response): Promise<Change> {
  const { changeSet, changes } = await bodyOf<Staged>(staged);
  await apply(stack, changeSet);
  stack.app.clock.advance(5_000);
  await stack.pass();
  const [change] = changes;
  if (change === undefined) throw new Error("One change was staged.");
  return change;
}

test("a change is made against the base value that its author saw, and is not applied over a move since then", async () => {
  await using decisions = await createDecisionStack();
  const seen = { base: (await decisions.onScreen()).values.base };
  await decisions.moveBase("B2");
  const staged = await decisions.stageName({ op: "set", value: "Ours" }, { seen });
  const { changeSet, changes } = await bodyOf<Staged>(staged);
  expect(changes).toMatchObject([{ baseSeen: seen.base, seen }]);
  const refused = await apply(decisions.stack, changeSet);
  expect([refused.status, Problem.parse(await refused.json())]).toMatchObject([
    409,
    { code: "moved_since_seen", moved: [{ changeId: changes[0]?.id, detail: expect.stringContaining("“B2”") }] },
  ]);
});

test("who does not say what they saw is taken to have seen the newest reading", async () => {
  await using decisions = await createDecisionStack();
  await decisions.onScreen();
  await decisions.moveBase("B2");
  const change = await held(decisions, await decisions.stageName({ op: "set", value: "Ours" }));
  expect(change.baseSeen).toEqual({ value: "B2" });
  expect(await decisions.onScreen()).toMatchObject({ verdict: "ours" });
});

test("who saw no standard value leaves L as it is, and what cannot have been seen is refused", async () => {
  await using decisions = await createDecisionStack();
  await decisions.onScreen();
  expect(
    await held(decisions, await decisions.stageName({ op: "set", value: "Ours" }, { seen: { base: null } })),
  ).toMatchObject({
    baseSeen: null,
  });
  const wrong = await decisions.stageName({ op: "set", value: "Other" }, { seen: { base: { value: [1] } } });
  expect({ status: wrong.status, body: await wrong.json() }).toMatchObject({
    status: 400,
    body: { code: "invalid_request", errors: [{ pointer: "/changes/0/seen/base" }] },
  });
});

test("[R7] nobody keeps ours, takes base or resets over a base value that they have not seen", async () => {
  await using decisions = await createDecisionStack();
  await decisions.onScreen();
  await held(decisions, await decisions.stageName({ op: "set", value: "Ours" }));
  await decisions.moveBase("B2");
  const { values, verdict } = await decisions.onScreen();
  expect(verdict).toBe("conflict");
  const seen = { base: values.base, index: values.index };
  await decisions.moveBase("B3 unseen");
  for (const decision of ["keep ours", "take base", "reset to base"]) {
    const answer = await decisions.decide(decision, { seen });
    expect({ decision, status: answer.status, body: await answer.json() }).toMatchObject({
      decision,
      status: 409,
      body: {
        code: "moved_since_seen",
        detail: "The standard index has changed since you looked: it now has “B3 unseen”.",
        errors: [{ pointer: "/seen/base" }],
      },
    });
  }
  const now = await decisions.onScreen();
  expect(now).toMatchObject({ verdict: "conflict", drafts: [] });
  const again = await decisions.decide("keep ours", { seen: { base: now.values.base, index: now.values.index } });
  expect(again.status).toBe(200);
  expect(await decisions.onScreen()).toMatchObject({ verdict: "ours", values: { baseline: { value: "B3 unseen" } } });
});

test("[R7] nobody accepts or restores over a value of the index that they have not seen", async () => {
  await using decisions = await createDecisionStack();
  const { app } = decisions.stack;
  const outside = async (name: string) => {
    await app.control("/outside", { index: INDEX, ...decisions.record, set: { name } });
    await refreshReading(app.deps, { indexId: INDEX, ...decisions.record, maxAge: 0 });
  };
  await decisions.onScreen();
  await outside("First");
  const { values } = await decisions.onScreen();
  await outside("Second");
  for (const decision of ["accept", "restore"]) {
    const answer = await decisions.decide(decision, { seen: { base: values.base, index: values.index } });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 409,
      body: {
        code: "moved_since_seen",
        detail: "The index has changed since you looked: it now has “Second”.",
        errors: [{ pointer: "/seen/index" }],
      },
    });
  }
  const now = await decisions.onScreen();
  expect(now.flags).toContain("outside");
  const restored = await decisions.decide("restore", { seen: { base: now.values.base, index: now.values.index } });
  expect((await bodyOf<Decided>(restored)).changes).toMatchObject([{ operation: { op: "set", ...now.values.known } }]);
});

test("[R7] of a set, only a move of the element that is decided about counts", async () => {
  await using decisions = await createDecisionStack();
  const { app, scheduleId, plans } = decisions.stack;
  const [plan = "", other = ""] = plans;
  await held(decisions, await stage(decisions.stack, { changes: [addPlan(scheduleId, plan)] }));
  const listed = async () => {
    const view = await read(app, RecordView, `/index-versions/${INDEX}/schedules/${scheduleId}?maxAge=0`);
    return view.comparison.fields.find(({ key }) => key === "acceptedInsurances")?.values ?? null;
  };
  const seen = { base: (await listed())?.base ?? null };
  const { profile } = app.deps.service;
  const raw = (await app.deps.service.client.records.retrieve("schedule", scheduleId, { index: INDEX })).raw;
  const move = async (ids: string[]) => {
    const next = profile.encode("schedule", raw, "acceptedInsurances", ids);
    const changed = Object.entries(next).filter(([key, value]) => JSON.stringify(raw[key]) !== JSON.stringify(value));
    await driftBase(app, { ...decisions.record, set: Object.fromEntries(changed) });
    await listed();
  };
  const takeBase = () => decisions.decide("take base", { field: "acceptedInsurances", element: plan, seen });
  await move([...(await decisions.stack.insurances()), other]);
  expect(await (await takeBase()).json()).toMatchObject({ outcome: "staged", replaced: [] });
  const unseen = () =>
    decisions.decide("take base", { field: "acceptedInsurances", element: plan, seen, seenDrafts: [] });
  expect(await (await unseen()).json()).toMatchObject({ code: "moved_since_seen" });
  expect(await (await takeBase()).json()).toMatchObject({ replaced: [{ operation: { op: "takeBase" } }] });
  await move([...(await decisions.stack.insurances()), other, plan]);
  expect(await (await takeBase()).json()).toMatchObject({
    code: "moved_since_seen",
    detail: expect.stringMatching(/: it now lists .+\.$/),
  });
});

test("a return to base writes what base says, whatever the caller names, and only where there is something to return", async () => {
  await using decisions = await createDecisionStack();
  const { base } = (await decisions.onScreen()).values;
  const same = await decisions.stageName({ op: "takeBase" });
  expect({ status: same.status, body: await same.json() }).toMatchObject({
    status: 409,
    body: { code: "wrong_state", errors: [{ pointer: "/changes/0/operation" }] },
  });
  for (const operation of [{ op: "reset" }, { op: "reset", to: base }])
    expect(await (await decisions.stageName(operation)).json()).toMatchObject({
      status: 409,
      code: "wrong_state",
      detail: "This value has no override.",
    });
  await held(decisions, await decisions.stageName({ op: "set", value: "Ours" }));
  expect(await (await decisions.stageName({ op: "reset" })).json()).toMatchObject({ code: "wrong_state" });
  const bogus = await decisions.stageName({ op: "takeBase", to: { value: "Bogus" } });
  expect({ status: bogus.status, body: await bogus.json() }).toMatchObject({
    status: 409,
    body: { code: "moved_since_seen", errors: [{ pointer: "/changes/0/operation/to" }] },
  });
  for (const operation of [{ op: "takeBase" }, { op: "takeBase", to: base }])
    expect((await bodyOf<Staged>(await decisions.stageName(operation))).changes).toMatchObject([
      { operation: { op: "takeBase", to: base }, baseSeen: base },
    ]);
  await decisions.moveBase("B2");
  expect(await (await decisions.stageName({ op: "takeBase" }, { seen: { base } })).json()).toMatchObject({
    code: "moved_since_seen",
    errors: [{ pointer: "/changes/0/seen/base" }],
  });
});

test("of one element too, a return to base is what base says of it", async () => {
  await using decisions = await createDecisionStack();
  const { stack, record } = decisions;
  const [plan = "", other = ""] = stack.plans;
  await held(decisions, await stage(stack, { changes: [addPlan(stack.scheduleId, plan)] }));
  const back = (element: string, to?: object) =>
    stage(stack, {
      changes: [
        {
          record,
          field: "acceptedInsurances",
          operation: { op: "takeBase", element, ...(to === undefined ? {} : { to }) },
        },
      ],
    });
  expect(await (await back(plan, { value: true })).json()).toMatchObject({
    code: "moved_since_seen",
    errors: [{ pointer: "/changes/0/operation/to" }],
  });
  expect(await (await back(other)).json()).toMatchObject({ code: "wrong_state" });
  expect((await bodyOf<Staged>(await back(plan, { value: false }))).changes).toMatchObject([
    { operation: { op: "takeBase", element: plan, to: { value: false } } },
  ]);
});

test("keep ours takes a reason, stands in the history of the record, and can be undone while the time to undo runs", async () => {
  await using decisions = await createDecisionStack();
  const { app } = decisions.stack;
  const roster = { from: "text", text: decisions.record.id };
  const imported = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/roster-imports`, roster);
  expect(imported.ok).toBe(true);
  await app.deps.background.idle();
  await decisions.onScreen();
  await held(decisions, await decisions.stageName({ op: "set", value: "Ours" }));
  await decisions.moveBase("B2");
  const before = await decisions.onScreen();
  expect(before.verdict).toBe("conflict");
  const keepOurs = async () =>
    await bodyOf<Decided>(
      await decisions.decide("keep ours", {
        evidence: { reason: "They said so again", source: null, verifiedOn: null, reviewBy: null },
      }),
    );
  const undo = async ({ undo: given }: Decided) =>
    await app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/decisions/${given?.decisionId}/undo`);
  const history = async () => {
    const { record, name } = await read(app, RecordView, `/index-versions/${INDEX}/schedules/${decisions.record.id}`);
    const owner = await app.deps.store.db
      .selectFrom("roster_entry")
      .select("practitioner_id")
      .where("record_id", "=", record.id)
      .executeTakeFirst();
    const path = `/index-versions/${INDEX}/practitioners/${owner?.practitioner_id ?? ""}`;
    return { name, decisions: (await read(app, PractitionerView, path)).decisions };
  };

  const first = await keepOurs();
  expect(first.undo).toEqual({
    decisionId: expect.any(String),
    until: new Date(app.clock.now().getTime() + 5_000).toISOString(),
  });
  expect(await decisions.onScreen()).toMatchObject({ verdict: "ours", values: { baseline: { value: "B2" } } });
  expect((await history()).decisions).toMatchObject([
    { record: decisions.record, field, element: null, decision: "keep ours", reason: "They said so again" },
  ]);

  expect(await bodyOf<Decided>(await undo(first))).toMatchObject({ outcome: "undone" });
  expect(await decisions.onScreen()).toMatchObject({
    verdict: "conflict",
    values: { baseline: before.values.baseline },
  });
  expect((await history()).decisions).toEqual([]);
  expect((await journalOf(app)).at(-1)).toBe("decision.undo");
  expect((await undo(first)).status).toBe(404);

  const second = await keepOurs();
  app.clock.advance(5_000);
  expect(await (await undo(second)).json()).toMatchObject({ status: 409, code: "wrong_state" });
  expect(await decisions.onScreen()).toMatchObject({ verdict: "ours" });
  const { items } = await read(app, ActivityPage, `/activity?indexId=${INDEX}&limit=1`);
  expect(items).toMatchObject([
    {
      sentence: expect.stringMatching(new RegExp(`^.+ kept our value of the name of ${(await history()).name}$`)),
      indexName: "Test index",
      why: "They said so again",
      before: { baseline: before.values.baseline === null ? null : expect.anything() },
    },
  ]);
});

test("a decision that others stand on is not undone", async () => {
  await using decisions = await createDecisionStack();
  const { app } = decisions.stack;
  await decisions.onScreen();
  await held(decisions, await decisions.stageName({ op: "set", value: "Ours" }));
  await decisions.moveBase("B2");
  const first = await bodyOf<Decided>(await decisions.decide("keep ours"));
  await decisions.moveBase("B3");
  await decisions.decide("keep ours");
  const path = `${CONNECTION_API}/index-versions/${INDEX}/decisions/${first.undo?.decisionId}/undo`;
  expect(await (await app.signedIn("POST", path)).json()).toMatchObject({ status: 409, code: "wrong_state" });
  expect(await decisions.onScreen()).toMatchObject({ verdict: "ours", values: { baseline: { value: "B3" } } });
});

test("[R7] who does not say what they saw decides by what base and index say now, and not at all while they cannot be read", async () => {
  await using decisions = await createDecisionStack();
  const { app } = decisions.stack;
  const { standardIndex } = app.deps.service.profile;
  const { values } = await decisions.onScreen();
  const outside = { index: INDEX, ...decisions.record, set: { name: "Theirs" } };
  await app.control("/outside", outside);
  await driftBase(app, { ...decisions.record, set: { name: "B2" } });
  // Nobody has read either of them since.
  const why = { evidence: { reason: "It was right", source: null, verifiedOn: null, reviewBy: null } };
  for (const index of [standardIndex, INDEX])
    for (const decision of ["keep ours", "accept", "restore"]) {
      app.sandbox.faults.arm({ kind: "status", status: 403, method: "GET", index, times: 1, phase: "before", ms: 0 });
      expect({ decision, index, ...(await bodyOf<object>(await decisions.decide(decision, why))) }).toMatchObject({
        decision,
        index,
        code: "service_refused",
      });
      app.sandbox.faults.clear();
    }
  const restored = await bodyOf<Decided>(await decisions.decide("restore", why));
  expect(restored.changes).toMatchObject([{ operation: { op: "set", ...values.known }, baseSeen: { value: "B2" } }]);
});
