import { CONNECTION_API } from "#/testing/app.ts";
import { type Change, type ChangeSet, type Decided, PractitionerView, RecordView } from "@dc/contract";
import { expect, test } from "vitest";
import { addPlan, createSendingStack, INDEX, type SendingStack, writeOutside } from "#/testing/sending-stack.ts";
import { read } from "#/testing/directory.ts";
import { apply, bodyOf, stage, type Staged } from "#/testing/change-set-requests.ts";

interface RecordOfIndex {
  type: string;
  id: string;
}

async function practitionerOf({ app, scheduleId }: SendingStack): Promise<RecordOfIndex> {
  const { client, profile } = app.deps.service;
  const { raw } = await client.records.retrieve("schedule", scheduleId, { index: INDEX });
  const named = profile.decode("schedule", raw)["practitioner"];
  if (named === undefined || !("value" in named) || typeof named.value !== "string")
    throw new Error("A schedule names its practitioner.");
  return { type: "practitioner", id: named.value };
}

async function fieldOf({ app }: SendingStack, { type, id }: RecordOfIndex, field: string) {
  const view =
    type === "practitioner"
      ? (await read(app, PractitionerView, `/index-versions/${INDEX}/practitioners/${id}?maxAge=0`)).practitioner
      : await read(app, RecordView, `/index-versions/${INDEX}/schedules/${id}?maxAge=0`);
  const found = view?.comparison.fields.find(({ key }) => key === field);
  if (found === undefined) throw new Error(`${type} has no ${field}.`);
  return found;
}

async function send(stack: SendingStack, { changeSet }: { changeSet: ChangeSet }): Promise<void> {
  expect((await apply(stack, changeSet)).status).toBe(200);
  stack.app.clock.advance(5_000);
  await stack.pass();
}

/** Restores ours, sends it, and returns what was staged for it. */
async function restore(stack: SendingStack, record: RecordOfIndex, field: string, element?: string): Promise<Change[]> {
  const answer = await stack.app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/decisions`, {
    record,
    field,
    decision: "restore",
    ...(element === undefined ? {} : { element }),
    evidence: { reason: "It was right", source: null, verifiedOn: null, reviewBy: null },
  });
  const decided = await bodyOf<Decided>(answer);
  expect(decided).toMatchObject({ outcome: "staged", note: null });
  expect(decided.changes).toHaveLength(1);
  const draft = await stack.app.signedIn("GET", `${CONNECTION_API}/change-sets/${decided.changes[0]?.changeSetId}`);
  const changeSet = await bodyOf<ChangeSet>(draft);
  await send(stack, { changeSet });
  return decided.changes;
}

test("restoring an applied value writes it again: that the directory says so already is no reason to drop it", async () => {
  await using stack = await createSendingStack();
  const record = { type: "schedule", id: stack.scheduleId };
  await send(
    stack,
    await bodyOf<Staged>(
      await stage(stack, { changes: [{ record, field: "name", operation: { op: "set", value: "Ours" } }] }),
    ),
  );
  await writeOutside(stack, record, "name", "Theirs");
  expect(await fieldOf(stack, record, "name")).toMatchObject({
    flags: ["outside", "pinned"],
    values: { effective: { value: "Ours" } },
  });
  expect(await restore(stack, record, "name")).toMatchObject([
    { operation: { op: "set", value: "Ours" }, valueBefore: { value: "Theirs" } },
  ]);
  expect(await fieldOf(stack, record, "name")).toMatchObject({
    flags: ["pinned"],
    values: { index: { value: "Ours" } },
  });
});

test("an applied member of a set that somebody took out is put back", async () => {
  await using stack = await createSendingStack();
  const record = { type: "schedule", id: stack.scheduleId };
  const [plan = ""] = stack.plans;
  const before = await stack.insurances();
  await send(stack, await bodyOf<Staged>(await stage(stack, { changes: [addPlan(stack.scheduleId, plan)] })));
  expect(await stack.insurances()).toContain(plan);
  await writeOutside(stack, record, "acceptedInsurances", before);
  expect((await fieldOf(stack, record, "acceptedInsurances")).flags).toContain("outside");
  expect(await restore(stack, record, "acceptedInsurances", plan)).toMatchObject([
    { operation: { op: "add", element: plan } },
  ]);
  expect(await stack.insurances()).toContain(plan);
});

test("an applied phone that somebody replaced is put back", async () => {
  await using stack = await createSendingStack();
  const record = await practitionerOf(stack);
  const { values } = await fieldOf(stack, record, "phones");
  const phones = values.index !== null && "value" in values.index ? values.index.value : null;
  await send(
    stack,
    await bodyOf<Staged>(
      await stage(stack, {
        changes: [
          {
            record,
            field: "phones",
            operation: { op: "add", element: { number: "+13125550177", extension: null, label: "back" } },
          },
        ],
      }),
    ),
  );
  await writeOutside(stack, record, "phones", Array.isArray(phones) ? phones : []);
  const now = await fieldOf(stack, record, "phones");
  const part = now.parts.find(({ flags }) => flags.includes("outside"));
  if (part === undefined) throw new Error("A phone of ours is gone.");
  await restore(stack, record, "phones", part.key);
  const after = await fieldOf(stack, record, "phones");
  expect(after.flags).not.toContain("outside");
  expect(JSON.stringify(after.values.index)).toContain("5550177");
});
