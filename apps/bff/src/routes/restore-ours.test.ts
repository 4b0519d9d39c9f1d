import { type Change, type ChangeSet, type Decided, PractitionerView, RecordView } from "@dc/contract";
import type { Json } from "@dc/directory";
import { expect, test } from "vitest";
import { addPlan, aSendingHouse, INDEX, type SendingHouse } from "#/testing/test-sending.ts";
import { read } from "#/testing/test-directory.ts";
import { apply, bodyOf, stage, type Staged } from "#/testing/test-staging.ts";

interface RecordOfIndex {
  type: string;
  id: string;
}

async function practitionerOf({ app, scheduleId }: SendingHouse): Promise<RecordOfIndex> {
  const { client, profile } = app.deps.service;
  const { raw } = await client.records.retrieve("schedule", scheduleId, { index: INDEX });
  const named = profile.decode("schedule", raw)["practitioner"];
  if (named === undefined || !("value" in named) || typeof named.value !== "string")
    throw new Error("A schedule names its practitioner.");
  return { type: "practitioner", id: named.value };
}

/** Somebody else writes this value into the index, and it is read. */
async function writeOutside({ app }: SendingHouse, record: RecordOfIndex, field: string, value: Json): Promise<void> {
  const { client, profile } = app.deps.service;
  const { raw } = await client.records.retrieve(record.type, record.id, { index: INDEX });
  const next = profile.encode(record.type, raw, field, value);
  const set = Object.fromEntries(
    Object.entries(next).filter(([key, member]) => JSON.stringify(raw[key]) !== JSON.stringify(member)),
  );
  const answer = await app.sandbox.control.request("/outside", {
    method: "POST",
    body: JSON.stringify({ index: INDEX, ...record, set }),
    headers: { "Content-Type": "application/json" },
  });
  expect(answer.ok).toBe(true);
}

async function fieldOf({ app }: SendingHouse, { type, id }: RecordOfIndex, field: string) {
  const view =
    type === "practitioner"
      ? (await read(app, PractitionerView, `/index-versions/${INDEX}/practitioners/${id}?maxAge=0`)).practitioner
      : await read(app, RecordView, `/index-versions/${INDEX}/schedules/${id}?maxAge=0`);
  const found = view?.comparison.fields.find(({ key }) => key === field);
  if (found === undefined) throw new Error(`${type} has no ${field}.`);
  return found;
}

async function send(house: SendingHouse, { changeSet }: { changeSet: ChangeSet }): Promise<void> {
  expect((await apply(house, changeSet)).status).toBe(200);
  house.app.clock.advance(5_000);
  await house.pass();
}

/** Restores ours, sends it, and gives what was staged for it. */
async function restore(house: SendingHouse, record: RecordOfIndex, field: string, element?: string): Promise<Change[]> {
  const answer = await house.app.signedIn("POST", `/api/v1/index-versions/${INDEX}/decisions`, {
    record,
    field,
    decision: "restore",
    ...(element === undefined ? {} : { element }),
    evidence: { reason: "It was right", source: null, verifiedOn: null, reviewBy: null },
  });
  const decided = await bodyOf<Decided>(answer);
  expect(decided).toMatchObject({ outcome: "staged", note: null });
  expect(decided.changes).toHaveLength(1);
  const draft = await house.app.signedIn("GET", `/api/v1/change-sets/${decided.changes[0]?.changeSetId}`);
  const changeSet = await bodyOf<ChangeSet>(draft);
  await send(house, { changeSet });
  return decided.changes;
}

test("restoring an applied value writes it again: that the directory says so already is no reason to drop it", async () => {
  await using house = await aSendingHouse();
  const record = { type: "schedule", id: house.scheduleId };
  await send(
    house,
    await bodyOf<Staged>(
      await stage(house, { changes: [{ record, field: "name", operation: { op: "set", value: "Ours" } }] }),
    ),
  );
  await writeOutside(house, record, "name", "Theirs");
  expect(await fieldOf(house, record, "name")).toMatchObject({
    flags: ["outside", "pinned"],
    values: { effective: { value: "Ours" } },
  });
  expect(await restore(house, record, "name")).toMatchObject([
    { operation: { op: "set", value: "Ours" }, valueBefore: { value: "Theirs" } },
  ]);
  expect(await fieldOf(house, record, "name")).toMatchObject({
    flags: ["pinned"],
    values: { index: { value: "Ours" } },
  });
});

test("an applied member of a set that somebody took out is put back", async () => {
  await using house = await aSendingHouse();
  const record = { type: "schedule", id: house.scheduleId };
  const [plan = ""] = house.plans;
  const before = await house.insurances();
  await send(house, await bodyOf<Staged>(await stage(house, { changes: [addPlan(house.scheduleId, plan)] })));
  expect(await house.insurances()).toContain(plan);
  await writeOutside(house, record, "acceptedInsurances", before);
  expect((await fieldOf(house, record, "acceptedInsurances")).flags).toContain("outside");
  expect(await restore(house, record, "acceptedInsurances", plan)).toMatchObject([
    { operation: { op: "add", element: plan } },
  ]);
  expect(await house.insurances()).toContain(plan);
});

test("an applied phone that somebody replaced is put back", async () => {
  await using house = await aSendingHouse();
  const record = await practitionerOf(house);
  const { values } = await fieldOf(house, record, "phones");
  const phones = values.index !== null && "value" in values.index ? values.index.value : null;
  await send(
    house,
    await bodyOf<Staged>(
      await stage(house, {
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
  await writeOutside(house, record, "phones", Array.isArray(phones) ? phones : []);
  const now = await fieldOf(house, record, "phones");
  const part = now.parts.find(({ flags }) => flags.includes("outside"));
  if (part === undefined) throw new Error("A phone of ours is gone.");
  await restore(house, record, "phones", part.key);
  const after = await fieldOf(house, record, "phones");
  expect(after.flags).not.toContain("outside");
  expect(JSON.stringify(after.values.index)).toContain("5550177");
});
