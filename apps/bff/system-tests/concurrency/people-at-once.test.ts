import { ChangePage, ChangeSet, type Decision, RecordView } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createSender } from "#/sending/sender.ts";
import { createTestStack, type TestStack } from "#system-tests/test-stack.ts";
import { viewPath } from "#system-tests/model/check-views.ts";
import { elementsOf } from "#system-tests/model/oracle.ts";
import { createRandom, testSeed } from "#system-tests/random.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { actAtOnce, changedKeys, noRaces, scheduleOf, stage } from "./races.ts";

// Proves: concurrent additions of several people to one list are all kept; of several people who act on one version one
// succeeds, and the others get 409 without effect; concurrent decisions about one field all count; a later approved
// change stands, even if an earlier one had to wait. Cannot prove: races between processes, which the store's own tests
// cover.

/** This many plans that are not among the given ones. */
function otherPlans(stack: TestStack, among: readonly string[], count: number): string[] {
  return [...new Set(stack.app.sandbox.samples.plans.match(/ins_[0-9A-Za-z]+/g))]
    .filter((plan) => !among.includes(plan))
    .slice(0, count);
}

async function served(stack: TestStack, record: { type: string; id: string }, field: string): Promise<unknown> {
  const { profile } = stack.app.deps.service;
  const answer = await stack.gateway(stack.pathOf(record), { [profile.data.headers.index.name]: stack.createdIndex });
  return profile.decode(record.type, z.record(z.string(), z.json()).parse(await answer.json()))[field];
}

describe(`people at once, seed ${testSeed}`, () => {
  test.each([false, true])("everybody's addition to one list survives, with writes %s", async (writes) => {
    await using stack = await createTestStack({ writes, people: 8 });
    const random = createRandom(testSeed);
    const record = scheduleOf(stack);
    const before = [...elementsOf("set", await served(stack, record, "acceptedInsurances")).keys()];
    const plans = otherPlans(stack, before, stack.people);
    const people = plans.map((plan, person) => ({ plan, person }));
    const drafts = await Promise.all(
      people.map(({ plan, person }) =>
        stage(stack, person, record, "acceptedInsurances", { op: "add", element: plan }),
      ),
    );
    expect(new Set(drafts.map(({ id }) => id)).size).toBe(stack.people);
    const order = people.toSorted(() => random.below(3) - 1);
    const answers = await Promise.all(
      order.map(({ person }) =>
        stack.call(person, "POST", `/change-sets/${drafts[person]?.id}/apply`, {
          version: drafts[person]?.version,
          evidence: testEvidence,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    stack.app.clock.advance(5000);
    await createSender(stack.app.deps).runDue();
    expect([...elementsOf("set", await served(stack, record, "acceptedInsurances")).keys()].toSorted()).toEqual(
      [...before, ...plans].toSorted(),
    );
    const raw = await stack.direct(record, stack.createdIndex);
    const inService = [
      ...elementsOf("set", stack.app.deps.service.profile.decode(record.type, raw ?? {})["acceptedInsurances"]).keys(),
    ].toSorted();
    expect(inService).toEqual(writes ? [...before, ...plans].toSorted() : before.toSorted());
  });

  test("of many who apply, undo and withdraw one version at once, one wins and the rest get 409", async () => {
    await using stack = await createTestStack({ writes: false, people: 6 });
    const record = scheduleOf(stack);
    const draft = await stage(stack, 0, record, "acceptedInsurances", { op: "add", element: stack.plans[0] ?? "" });
    const verbs = ["apply", "apply", "withdraw", "apply", "withdraw", "apply"];
    const acts = verbs.map((verb, person) => ({
      person,
      verb,
      more: verb === "apply" ? { evidence: testEvidence } : {},
    }));
    const figures = noRaces();
    await actAtOnce(stack, draft, acts, figures);
    expect(figures).toMatchObject({ edits: 6, losers: 5, toldSo: 5, lostUpdates: 0 });
    const now = ChangeSet.parse((await stack.call(0, "GET", `/change-sets/${draft.id}`)).body);
    expect(now.version).toBeGreaterThan(draft.version);
    expect(ChangePage.parse((await stack.call(0, "GET", `/change-sets/${draft.id}/changes`)).body).items).toHaveLength(
      1,
    );
  });

  test("of many who rename one index version at once, one wins", async () => {
    await using stack = await createTestStack({ writes: false, people: 6 });
    const { version } = z
      .object({ version: z.int() })
      .parse((await stack.call(0, "GET", `/index-versions/${stack.createdIndex}`)).body);
    const names = Array.from({ length: stack.people }, (_, person) => `Name ${person}`);
    const answers = await Promise.all(
      names.map((label, person) =>
        stack.call(person, "PATCH", `/index-versions/${stack.createdIndex}`, { label, version }),
      ),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await stack.call(0, "GET", `/index-versions/${stack.createdIndex}`)).body).toMatchObject({
      label: names[winner],
    });
  });
});

const accepted = "acceptedInsurances";

/** The members of a schedule's accepted insurances, each with its state. */
async function membersNow(stack: TestStack, record: { type: string; id: string }) {
  const answer = await stack.call(0, "GET", viewPath(stack.createdIndex, record));
  const { comparison } = RecordView.parse(answer.body);
  return comparison.fields.find(({ key }) => key === accepted)?.parts ?? [];
}

/** Changes the service's own list of plans, in an index or in the standard index. */
async function movePlans(
  stack: TestStack,
  record: { type: string; id: string },
  index: string | null,
  plans: readonly string[],
): Promise<void> {
  const { profile } = stack.app.deps.service;
  const before = (await stack.direct(record, index ?? stack.standardIndex)) ?? {};
  const set = changedKeys(before, profile.encode(record.type, before, accepted, [...plans]));
  await stack.control(index === null ? "/drift" : "/outside", {
    ...(index === null ? {} : { index }),
    type: record.type,
    id: record.id,
    set,
  });
}

describe(`people who decide at once, seed ${testSeed}`, () => {
  const decideAll = async (stack: TestStack, record: { type: string; id: string }, decision: Decision) => {
    const parts = await membersNow(stack, record);
    const open = parts.filter(({ flags, verdict }) =>
      decision === "accept" ? flags.includes("outside") : verdict === "base moved",
    );
    const answers = await Promise.all(
      open.map(({ key }, at) =>
        stack.call(at % stack.people, "POST", `/index-versions/${stack.createdIndex}/decisions`, {
          record,
          field: accepted,
          element: key,
          decision,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(open.map(() => 200));
    return open.map(({ key }) => key);
  };

  test("each accepts a plan of its own of one schedule, and nothing stays outside", async () => {
    await using stack = await createTestStack({ writes: false, people: 8 });
    const record = scheduleOf(stack);
    const plans = otherPlans(stack, [], 8);
    await movePlans(stack, record, stack.createdIndex, plans);
    expect((await decideAll(stack, record, "accept")).length).toBeGreaterThanOrEqual(8);
    expect((await membersNow(stack, record)).filter(({ flags }) => flags.includes("outside"))).toEqual([]);
  });

  test("each keeps ours of a plan while a change of another becomes live, and every decision counts", async () => {
    await using stack = await createTestStack({ writes: false, people: 8 });
    const record = scheduleOf(stack);
    const before = [...elementsOf("set", await served(stack, record, accepted)).keys()];
    const [added = "", ...moved] = otherPlans(stack, before, 8);
    await movePlans(stack, record, null, [...before, ...moved]);
    const draft = await stage(stack, 7, record, accepted, { op: "add", element: added });
    await stack.call(7, "POST", `/change-sets/${draft.id}/apply`, { version: draft.version, evidence: testEvidence });
    const [kept] = await Promise.all([decideAll(stack, record, "keep ours"), stack.app.sendDue()]);
    expect(kept.toSorted()).toEqual(moved.toSorted());
    const verdicts = new Map((await membersNow(stack, record)).map(({ key, verdict }) => [key, verdict]));
    expect(moved.map((plan) => verdicts.get(plan))).toEqual(moved.map(() => "ours"));
    const [memory] = await stack.app.deps.store.db.selectFrom("field_memory").select("baseline").execute();
    expect(Object.keys(memory?.baseline?.elements ?? {}).toSorted()).toEqual([added, ...moved].toSorted());
  });
});

test("what was approved earlier and had to wait does not overwrite what was approved later", async () => {
  await using stack = await createTestStack({ writes: true, people: 2 });
  const { app } = stack;
  const [record] = stack.records;
  if (record === undefined) throw new Error("The stack has a practitioner.");
  const sender = createSender(app.deps, { deferMs: 60_000, quietMs: 1000 });
  const earlier = await stage(stack, 0, record, "preferredName", { op: "set", value: "Earlier" });
  await stack.call(0, "POST", `/change-sets/${earlier.id}/apply`, { version: earlier.version, evidence: testEvidence });
  await stack.control("/faults", { kind: "status", status: 429, method: "POST" });
  app.clock.advance(5000);
  await sender.runDue();
  expect((await stack.call(0, "GET", `/change-sets/${earlier.id}/changes`)).body).toMatchObject({
    items: [{ state: "deferred" }],
  });
  const later = await stage(stack, 1, record, "preferredName", { op: "set", value: "Later" });
  await stack.call(1, "POST", `/change-sets/${later.id}/apply`, { version: later.version, evidence: testEvidence });
  for (const ms of [6000, 60_000, 60_000, 60_000]) {
    app.clock.advance(ms);
    await sender.runDue();
  }
  expect(await served(stack, record, "preferredName")).toEqual({ value: "Later" });
  const raw = await stack.direct(record, stack.createdIndex);
  expect(app.deps.service.profile.decode(record.type, raw ?? {})["preferredName"]).toEqual({ value: "Later" });
});
