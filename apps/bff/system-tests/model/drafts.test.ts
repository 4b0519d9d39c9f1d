import { Change, ChangeSet, type Operation } from "@dc/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createSender } from "#/sending/sender.ts";
import { createTestStack, type TestStack } from "#system-tests/test-stack.ts";
import { effectiveOf, elementsOf } from "./oracle.ts";
import { testEvidence } from "#/testing/evidence.ts";

// Examples of histories that once failed: drafts of one person on one list, staged one after the other or together.
// Proves that nothing requested is lost before it is applied; the random histories search for more cases.

const Staged = z.object({ changeSet: ChangeSet, changes: z.array(Change) });
let stack: TestStack;
beforeAll(async () => {
  stack = await createTestStack({ writes: false, people: 2 });
});
afterAll(() => stack[Symbol.asyncDispose]());

/** Names of elements: a and b are accepted in the index, x, y and z are not. */
type Ask = (names: { readonly [name in "a" | "b" | "x" | "y" | "z"]: string }) => Operation[];

const examples: readonly [string, Ask][] = [
  [
    "a replacement, and then the addition of what it brings (seed 111)",
    ({ a, x }) => [
      { op: "replace", element: a, by: x },
      { op: "add", element: x },
    ],
  ],
  [
    "two replacements that bring the same",
    ({ a, b, x }) => [
      { op: "replace", element: a, by: x },
      { op: "replace", element: b, by: x },
    ],
  ],
  [
    "a replacement by what is there already, and then its removal",
    ({ a, b }) => [
      { op: "replace", element: a, by: b },
      { op: "remove", element: b },
    ],
  ],
  [
    "a whole list, and then an addition to it",
    ({ a, x, y }) => [
      { op: "set", value: [a, x] },
      { op: "add", element: y },
    ],
  ],
  [
    "a whole list, and then the addition of what the index has and the list lacks",
    ({ a, b, x }) => [
      { op: "set", value: [a, x] },
      { op: "add", element: b },
    ],
  ],
  [
    "a whole list, and then several additions and a removal",
    ({ a, b, x, y, z }) => [
      { op: "set", value: [a, b] },
      { op: "add", element: x },
      { op: "remove", element: a },
      { op: "add", element: y },
      { op: "replace", element: b, by: z },
    ],
  ],
];

for (const isTogether of [true, false]) {
  test.each(examples)(`what is asked stands: %s, ${isTogether ? "in one request" : "one by one"}`, async (_, ask) => {
    const { profile } = stack.app.deps.service;
    const record = stack.records.find(({ type }) => type === "schedule");
    if (record === undefined) throw new Error("The stack has schedules.");
    const index = elementsOf(
      "set",
      profile.decode(record.type, (await stack.direct(record, stack.createdIndex)) ?? {})["acceptedInsurances"],
    );
    const [a = "", b = ""] = index.keys();
    const [x = "", y = "", last = ""] = [...new Set(stack.app.sandbox.samples.plans.match(/ins_[0-9A-Za-z]+/g))].filter(
      (plan) => !index.has(plan),
    );
    const asked = ask({ a, b, x, y, z: last });
    let set: ChangeSet | undefined;
    for (const operations of isTogether ? [asked] : asked.map((one) => [one])) {
      const changes = operations.map((operation) => ({ record, field: "acceptedInsurances", operation }));
      set = Staged.parse(
        (await stack.call(0, "POST", `/index-versions/${stack.createdIndex}/changes`, { changes })).body,
      ).changeSet;
    }
    await stack.call(0, "POST", `/change-sets/${set?.id}/apply`, { version: set?.version, evidence: testEvidence });
    stack.app.clock.advance(5000);
    await createSender(stack.app.deps).runDue();
    const answer = await stack.gateway(stack.pathOf(record), { [profile.data.headers.index.name]: stack.createdIndex });
    const served = elementsOf(
      "set",
      profile.decode(record.type, AnyRecord.parse(await answer.json()))["acceptedInsurances"],
    );
    const right = effectiveOf(
      "set",
      index,
      asked.map((operation, order) => ({ id: String(order), order, state: "held" as const, operation })),
    );
    expect([...served.keys()].toSorted()).toEqual([...right.keys()].toSorted());
    const now = ChangeSet.parse((await stack.call(0, "GET", `/change-sets/${set?.id}`)).body);
    await stack.call(0, "POST", `/change-sets/${now.id}/withdraw`, { version: now.version });
  });
}

test("what was approved a moment ago can be taken out again before it is sent (seed 80046)", async () => {
  const record = stack.records.find(({ type }) => type === "schedule");
  if (record === undefined) throw new Error("The stack has schedules.");
  const [x = ""] = stack.plans;
  const stage = async (person: number, operation: Operation) => {
    const changes = [{ record, field: "acceptedInsurances", operation }];
    return Staged.parse(
      (await stack.call(person, "POST", `/index-versions/${stack.createdIndex}/changes`, { changes })).body,
    );
  };
  const apply = (person: number, { id, version }: ChangeSet) =>
    stack.call(person, "POST", `/change-sets/${id}/apply`, { version, evidence: testEvidence });
  const before = await stack.direct(record, stack.createdIndex);
  const accepted = stack.app.deps.service.profile.decode(record.type, before ?? {})["acceptedInsurances"];
  expect(elementsOf("set", accepted).has(x)).toBe(false);
  await apply(0, (await stage(0, { op: "add", element: x })).changeSet);
  const out = await stage(1, { op: "remove", element: x });
  expect(out.changes).toHaveLength(1);
  await apply(1, out.changeSet);
  stack.app.clock.advance(5000);
  await createSender(stack.app.deps).runDue();
  const answer = await stack.gateway(stack.pathOf(record), {
    [stack.app.deps.service.profile.data.headers.index.name]: stack.createdIndex,
  });
  expect(await answer.text()).not.toContain(x);
});

const AnyRecord = z.record(z.string(), z.json());
