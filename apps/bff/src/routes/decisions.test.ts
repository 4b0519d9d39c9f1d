import { type Change, type Decided, RecordView } from "@dc/contract";
import { expect, test } from "vitest";
import { refreshReading } from "#/records/refresh-readings.ts";
import { addPlan, aSendingHouse, INDEX, type SendingHouse } from "#/testing/test-sending.ts";
import { driftBase, read } from "#/testing/test-directory.ts";
import { apply, bodyOf, stage, type Staged } from "#/testing/test-staging.ts";

const field = "name";

interface Desk {
  house: SendingHouse;
  record: { type: string; id: string };
  /** What a person has on screen. */
  onScreen(): Promise<ReturnType<RecordView["comparison"]["fields"]["at"]> & object>;
  /** Base says this from now on, and somebody else's page has read it. */
  moveBase(name: string): Promise<void>;
  decide(decision: string, more?: object): Promise<Response>;
  stageName(operation: object, more?: object): Promise<Response>;
}

async function aDesk(): Promise<Desk & AsyncDisposable> {
  const house = await aSendingHouse({ profile: "default" });
  const { app, scheduleId } = house;
  const record = { type: "schedule", id: scheduleId };
  const { standardIndex } = app.deps.service.profile;
  return {
    house,
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
      app.signedIn("POST", `/api/v1/index-versions/${INDEX}/decisions`, { record, field, decision, ...more }),
    stageName: (operation, more = {}) => stage(house, { changes: [{ record, field, operation, ...more }] }),
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

async function held({ house }: Desk, staged: Response): Promise<Change> {
  const { changeSet, changes } = await bodyOf<Staged>(staged);
  await apply(house, changeSet);
  house.app.clock.advance(5_000);
  await house.pass();
  const [change] = changes;
  if (change === undefined) throw new Error("One change was staged.");
  return change;
}

test("a change is made against the base value that its author saw, and a move since then is a conflict", async () => {
  await using desk = await aDesk();
  const seen = { base: (await desk.onScreen()).values.base };
  await desk.moveBase("B2");
  const change = await held(desk, await desk.stageName({ op: "set", value: "Ours" }, { seen }));
  expect(change.baseSeen).toEqual(seen.base);
  expect(await desk.onScreen()).toMatchObject({ verdict: "conflict", values: { baseline: seen.base } });
});

test("who does not say what they saw is taken to have seen the newest reading", async () => {
  await using desk = await aDesk();
  await desk.onScreen();
  await desk.moveBase("B2");
  const change = await held(desk, await desk.stageName({ op: "set", value: "Ours" }));
  expect(change.baseSeen).toEqual({ value: "B2" });
  expect(await desk.onScreen()).toMatchObject({ verdict: "ours" });
});

test("who saw no standard value leaves L as it is, and what cannot have been seen is refused", async () => {
  await using desk = await aDesk();
  await desk.onScreen();
  expect(await held(desk, await desk.stageName({ op: "set", value: "Ours" }, { seen: { base: null } }))).toMatchObject({
    baseSeen: null,
  });
  const wrong = await desk.stageName({ op: "set", value: "Other" }, { seen: { base: { value: [1] } } });
  expect({ status: wrong.status, body: await wrong.json() }).toMatchObject({
    status: 400,
    body: { code: "invalid_request", errors: [{ pointer: "/changes/0/seen/base" }] },
  });
});

test("nobody keeps ours, takes base or resets over a base value that they have not seen", async () => {
  await using desk = await aDesk();
  await desk.onScreen();
  await held(desk, await desk.stageName({ op: "set", value: "Ours" }));
  await desk.moveBase("B2");
  const { values, verdict } = await desk.onScreen();
  expect(verdict).toBe("conflict");
  const seen = { base: values.base, index: values.index };
  await desk.moveBase("B3 unseen");
  for (const decision of ["keep ours", "take base", "reset to base"]) {
    const answer = await desk.decide(decision, { seen });
    expect({ decision, status: answer.status, body: await answer.json() }).toMatchObject({
      decision,
      status: 409,
      body: {
        code: "moved_since_seen",
        detail: "The standard index moved since you looked: it now says “B3 unseen”.",
        errors: [{ pointer: "/seen/base" }],
      },
    });
  }
  const now = await desk.onScreen();
  expect(now).toMatchObject({ verdict: "conflict", drafts: [] });
  const again = await desk.decide("keep ours", { seen: { base: now.values.base, index: now.values.index } });
  expect(again.status).toBe(200);
  expect(await desk.onScreen()).toMatchObject({ verdict: "ours", values: { baseline: { value: "B3 unseen" } } });
});

test("nobody accepts or restores over a value of the index that they have not seen", async () => {
  await using desk = await aDesk();
  const { app } = desk.house;
  const outside = async (name: string) => {
    const answer = await app.sandbox.control.request("/outside", {
      method: "POST",
      body: JSON.stringify({ index: INDEX, ...desk.record, set: { name } }),
      headers: { "Content-Type": "application/json" },
    });
    expect(answer.ok).toBe(true);
    await refreshReading(app.deps, { indexId: INDEX, ...desk.record, maxAge: 0 });
  };
  await desk.onScreen();
  await outside("First");
  const { values } = await desk.onScreen();
  await outside("Second");
  for (const decision of ["accept", "restore"]) {
    const answer = await desk.decide(decision, { seen: { base: values.base, index: values.index } });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 409,
      body: {
        code: "moved_since_seen",
        detail: "The index moved since you looked: it now says “Second”.",
        errors: [{ pointer: "/seen/index" }],
      },
    });
  }
  const now = await desk.onScreen();
  expect(now.flags).toContain("outside");
  const restored = await desk.decide("restore", { seen: { base: now.values.base, index: now.values.index } });
  expect((await bodyOf<Decided>(restored)).changes).toMatchObject([{ operation: { op: "set", ...now.values.known } }]);
});

test("of a set, only a move of the element that is decided about counts", async () => {
  await using desk = await aDesk();
  const { app, scheduleId, plans } = desk.house;
  const [plan = "", other = ""] = plans;
  await held(desk, await stage(desk.house, { changes: [addPlan(scheduleId, plan)] }));
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
    await driftBase(app, { ...desk.record, set: Object.fromEntries(changed) });
    await listed();
  };
  const takeBase = () => desk.decide("take base", { field: "acceptedInsurances", element: plan, seen });
  await move([...(await desk.house.insurances()), other]);
  expect(await (await takeBase()).json()).toMatchObject({ outcome: "staged" });
  await move([...(await desk.house.insurances()), other, plan]);
  expect(await (await takeBase()).json()).toMatchObject({
    code: "moved_since_seen",
    detail: expect.stringMatching(/: it now lists .+\.$/),
  });
});

test("a return to base writes what base says, whatever the caller names, and only where there is something to return", async () => {
  await using desk = await aDesk();
  const { base } = (await desk.onScreen()).values;
  const same = await desk.stageName({ op: "takeBase" });
  expect({ status: same.status, body: await same.json() }).toMatchObject({
    status: 409,
    body: { code: "wrong_state", errors: [{ pointer: "/changes/0/operation" }] },
  });
  for (const operation of [{ op: "reset" }, { op: "reset", to: base }])
    expect(await (await desk.stageName(operation)).json()).toMatchObject({
      status: 409,
      code: "wrong_state",
      detail: "There is no override here.",
    });
  await held(desk, await desk.stageName({ op: "set", value: "Ours" }));
  expect(await (await desk.stageName({ op: "reset" })).json()).toMatchObject({ code: "wrong_state" });
  const bogus = await desk.stageName({ op: "takeBase", to: { value: "Bogus" } });
  expect({ status: bogus.status, body: await bogus.json() }).toMatchObject({
    status: 409,
    body: { code: "moved_since_seen", errors: [{ pointer: "/changes/0/operation/to" }] },
  });
  for (const operation of [{ op: "takeBase" }, { op: "takeBase", to: base }])
    expect((await bodyOf<Staged>(await desk.stageName(operation))).changes).toMatchObject([
      { operation: { op: "takeBase", to: base }, baseSeen: base },
    ]);
  await desk.moveBase("B2");
  expect(await (await desk.stageName({ op: "takeBase" }, { seen: { base } })).json()).toMatchObject({
    code: "moved_since_seen",
    errors: [{ pointer: "/changes/0/seen/base" }],
  });
});

test("of one element too, a return to base is what base says of it", async () => {
  await using desk = await aDesk();
  const { house, record } = desk;
  const [plan = "", other = ""] = house.plans;
  await held(desk, await stage(house, { changes: [addPlan(house.scheduleId, plan)] }));
  const back = (element: string, to?: object) =>
    stage(house, {
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
