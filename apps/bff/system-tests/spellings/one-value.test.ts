import { type Change, Decided, type StagedChanges } from "@dc/contract";
import { expect, test } from "vitest";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { CONNECTION_API } from "#/testing/app.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { change, NUMBER } from "./spelled-changes.ts";
import { createSpelledStack, type SpelledStack } from "./spelled-stack.ts";

// A service that keeps one plan, or one phone, where others keep a list.

const phone = (number: string) => ({ number, extension: null, label: null });

async function planOf(stack: SpelledStack) {
  const { record } = await stack.holderOf("acceptedInsurances");
  const [plan = ""] = [(await stack.said(record, "acceptedInsurances", stack.indexId)) ?? []].flat().map(String);
  const known = stack.app.sandbox.samples.plans.trim().split("\n").slice(1);
  const others = known.map((line) => line.split(",")[0] ?? "").filter((id) => id !== plan);
  const on = (operation: AskedChange["operation"]) => change(record, "acceptedInsurances", operation);
  return { record, plan, others, on };
}

const staged = async ({ app, indexId }: SpelledStack, ...changes: AskedChange[]) =>
  await stageChanges(app.context, { indexId, changes });

const operations = (changes: readonly Change[]) => changes.map(({ operation }) => operation);

test("a second plan is refused when it is staged, with what to do instead; a replacement and a removal set the field", async () => {
  await using stack = await createSpelledStack({ spelling: "seed:4", writes: false });
  const { plan, others, on } = await planOf(stack);
  const [first = "", second = ""] = others;
  await expect(staged(stack, on({ op: "add", element: first }))).rejects.toMatchObject({
    code: "cannot_encode",
    message: expect.stringContaining("the service holds one id here: replace it instead of adding another"),
  });
  const replaced = await staged(stack, on({ op: "replace", element: plan, by: first }));
  expect(operations(replaced.changes)).toEqual([{ op: "set", value: [first] }]);
  expect(replaced.changeSet.contents).toBe("plan");
  // The draft is what is there now: it is replaced and removed, and one can be added after that.
  const again = await staged(stack, on({ op: "replace", element: first, by: second }));
  expect(operations(again.changes)).toEqual([{ op: "set", value: [second] }]);
  await expect(staged(stack, on({ op: "add", element: first }))).rejects.toMatchObject({ code: "cannot_encode" });
  expect(operations((await staged(stack, on({ op: "remove", element: second }))).changes)).toEqual([
    { op: "set", value: [] },
  ]);
  const added = await staged(stack, on({ op: "add", element: first }));
  expect([operations(added.changes), added.changeSet.counts.draft]).toEqual([[{ op: "set", value: [first] }], 1]);
  expect((await staged(stack, on({ op: "replace", element: first, by: plan }))).changes).toEqual([]);
});

test("of two people's replacements the one that was applied last holds, and the gateway serves it", async () => {
  await using stack = await createSpelledStack({ spelling: "seed:4", writes: false });
  const { app, indexId } = stack;
  const { record, plan, others, on } = await planOf(stack);
  const other = { ...app.context, actor: { kind: "person" as const, id: "usr_other", name: "Otto" } };
  const [mine = "", theirs = ""] = others;
  const applied = ({ changeSet: { id, version } }: StagedChanges) =>
    applyChangeSet(app.context, id, { version, evidence: testEvidence, moved: "refuse" });
  const drafts = [
    await staged(stack, on({ op: "replace", element: plan, by: mine })),
    await stageChanges(other, { indexId, changes: [on({ op: "replace", element: plan, by: theirs })] }),
  ] as const;
  await applied(drafts[0]);
  await expect(applied(drafts[1])).rejects.toMatchObject({ code: "moved_since_seen" });
  await applied(await stageChanges(other, { indexId, changes: [on({ op: "replace", element: mine, by: theirs })] }));
  app.clock.advance(5_000);
  await stack.pass();
  expect(await stack.served(record, "acceptedInsurances", indexId)).toMatchObject({ status: 200, said: [theirs] });
});

test("a plan that base replaced is taken whole, and one that is ours goes back to base whole", async () => {
  await using stack = await createSpelledStack({ spelling: "seed:4", writes: true });
  const { app, indexId } = stack;
  const { standardIndex } = app.deps.service.profile;
  const { record, plan, others, on } = await planOf(stack);
  const [mine = "", moved = ""] = others;
  const decide = async (decision: string, element: string) => {
    const path = `${CONNECTION_API}/index-versions/${indexId}/decisions`;
    const answer = await app.signedIn("POST", path, { record, field: "acceptedInsurances", element, decision });
    const { changes } = Decided.parse(await answer.json());
    return operations(changes);
  };
  await stack.applied(on({ op: "replace", element: plan, by: mine }));
  expect(await decide("reset to base", mine)).toEqual([{ op: "reset", to: { value: [plan] } }]);
  const set = await stack.spelled(record, "acceptedInsurances", [moved], standardIndex);
  await stack.control("/drift", { ...record, set });
  await stack.view();
  expect(await decide("take base", moved)).toEqual([{ op: "takeBase", to: { value: [moved] } }]);
});

test("the one phone in an object is replaced with what is beside it, and a second is refused", async () => {
  await using stack = await createSpelledStack({ spelling: "seed:6", writes: true });
  const { record } = await stack.holderOf("phones");
  const there = await stack.said(record, "phones", stack.indexId);
  expect(there).toHaveLength(1);
  const onPhones = (operation: AskedChange["operation"]) => change(record, "phones", operation);
  await expect(staged(stack, onPhones({ op: "add", element: phone(NUMBER) }))).rejects.toMatchObject({
    message: expect.stringContaining("the service holds one phone here"),
  });
  const [applied] = await stack.applied(onPhones({ op: "replace", element: "any", by: phone(NUMBER) }));
  expect(applied).toMatchObject({ state: "applied", operation: { op: "set", value: [phone(NUMBER)] } });
  expect(await stack.said(record, "phones", stack.indexId)).toMatchObject([{ number: NUMBER }]);
});
