import assert from "node:assert/strict";
import { CONNECTION_API } from "#/testing/app.ts";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { numbersIn, threeOverrides, writtenNumber } from "./spelled-changes.ts";
import { createSpelledStack, type SpelledStack } from "./spelled-stack.ts";
import { takeWrites } from "./take-writes.ts";

/**
 * Takes a spelling along the road of a directory: created, with a roster; overrides held and served by the gateway
 * alone; sent once the service takes writes, and then in the service too; a base that moves under one of them. Throws
 * where something is not so.
 */
export async function travelRoad(spelling: string): Promise<void> {
  await using stack = await createSpelledStack({ spelling, writes: false });
  const { app, indexId } = stack;
  const { standardIndex } = app.deps.service.profile;
  const { phones, plans, plan, name, changes } = await threeOverrides(stack);
  const before = await stack.said(phones.record, "phones", indexId);
  const inBase = await stack.said(phones.record, "phones", standardIndex);

  const held = await stack.applied(...changes);
  assert.deepEqual(
    held.map(({ state }) => state),
    ["held", "held", "held"],
  );
  await expectServed(stack, { phones, plans, plan, name });
  assert.deepEqual(await stack.said(phones.record, "phones", indexId), before, "held, and yet in the service");

  await takeWrites(stack, true);
  const setId = held[0]?.change_set_id ?? "";
  const set = (await (await app.signedIn("GET", `${CONNECTION_API}/change-sets/${setId}`)).json()) as {
    version: number;
  };
  await applyChangeSet(app.context, setId, { version: set.version, evidence: testEvidence });
  app.clock.advance(app.deps.undoMs);
  await stack.pass();
  const sent = await stack.rows(held.map(({ id }) => id));
  assert.deepEqual(
    sent.map(({ state, because, words }) => ({ state, because, words })),
    sent.map(() => ({ state: "applied", because: null, words: null })),
  );
  assert.deepEqual(numbersIn(await stack.said(phones.record, "phones", indexId)), [writtenNumber(stack)]);
  assert.equal(await stack.said(name.record, "preferredName", indexId), "Spelled");
  assert.deepEqual(await stack.said(phones.record, "phones", standardIndex), inBase, "the standard index has it");
  await expectServed(stack, { phones, plans, plan, name });

  const moved = await stack.spelled(name.record, "preferredName", "Moved", standardIndex);
  await stack.control("/drift", { ...name.record, set: moved });
  const { comparison } = await stack.holderOf("preferredName");
  assert.equal(comparison.fields.find(({ key }) => key === "preferredName")?.verdict, "conflict");
  assert.equal((await stack.served(name.record, "preferredName", indexId)).said, "Spelled");
}

type Overrides = Pick<Awaited<ReturnType<typeof threeOverrides>>, "phones" | "plans" | "plan" | "name">;

async function expectServed(stack: SpelledStack, { phones, plans, plan, name }: Overrides): Promise<void> {
  const served = async ({ record }: typeof phones, field: string) =>
    (await stack.served(record, field, stack.indexId)).said;
  assert.deepEqual(numbersIn(await served(phones, "phones")), [writtenNumber(stack)]);
  assert.equal(await served(name, "preferredName"), "Spelled");
  const accepted = await served(plans, "acceptedInsurances");
  assert.ok(Array.isArray(accepted) && accepted.includes(plan), `${plan} is not among ${JSON.stringify(accepted)}`);
}
