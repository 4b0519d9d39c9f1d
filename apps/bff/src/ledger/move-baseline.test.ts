import { type ServiceProfile, shippedProfile } from "@dc/api-client";
import { formatPhone, operationKey, phoneEntries, type Phone } from "@dc/directory";
import { expect, test } from "vitest";
import { settleAtRest } from "#/operations/change-sets/settle.ts";
import { withdrawChange } from "#/operations/changes/withdraw.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { change } from "#/testing/changes.ts";
import { addPlan, createSendingStack, INDEX, type SendingStack, writeOutside } from "#/testing/sending-stack.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";

async function practitionerIn({ app, scheduleId }: SendingStack) {
  const { client, profile } = app.deps.service;
  const { raw } = await client.records.retrieve("schedule", scheduleId, { index: INDEX });
  return { type: "practitioner", id: practitionerOf(profile, "schedule", scheduleId, raw) ?? "" };
}

async function baselineIn({ app }: SendingStack) {
  const memory = await app.deps.store.db.selectFrom("field_memory").select("baseline").executeTakeFirst();
  return memory?.baseline ?? null;
}

const [first, second, third] = ["+12125550142", "+12125550143", "+12125550144"].map((number): Phone => ({
  number,
  extension: null,
  label: null,
})) as [Phone, Phone, Phone];

function replaced({ defaultRegion: region }: ServiceProfile, from: Phone, by: Phone) {
  const [entry] = phoneEntries([from], region);
  if (entry === undefined) throw new Error("A list of one phone has an entry.");
  return { op: "replace", element: operationKey(entry, region), by } as const;
}

/** Lets the service take writes, and refuse the next one for now. */
function refuseNext({ app }: SendingStack) {
  app.deps.service.prepare(shippedProfile("with-writes", { formatPhone }))();
  app.sandbox.faults.arm({ kind: "status", status: 429, method: "POST", times: 1, phase: "before", ms: 0 });
}

test("[B2] a phone that was refused for now and is withdrawn then puts L back to what it was before", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app } = stack;
  const { profile } = app.deps.service;
  const record = await practitionerIn(stack);
  await writeOutside(stack, record, "phones", [{ ...first }]);
  await stack.applied([change(record, "phones", replaced(profile, first, second))]);
  await stack.pass();
  const before = await baselineIn(stack);
  const ids = await stack.applied([change(record, "phones", replaced(profile, second, third))]);
  refuseNext(stack);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "deferred", attempt: 1 }]);
  expect(await baselineIn(stack)).not.toEqual(before);
  await withdrawChange(app.context, ids[0] ?? "");
  expect(await stack.rows(ids)).toMatchObject([{ state: "withdrawn" }]);
  expect(await baselineIn(stack)).toEqual(before);
});

test.each(["base", "index"] as const)(
  "[B2] [U10] a phone whose %s moved, that was sent all the same, refused for now and withdrawn, puts L back to what it was before",
  async (side) => {
    await using stack = await createSendingStack();
    const { app } = stack;
    const { profile } = app.deps.service;
    const record = await practitionerIn(stack);
    const baseSays = async (phones: Phone[]) => {
      const at = { index: profile.standardIndex };
      const { raw } = await app.deps.service.client.records.retrieve(record.type, record.id, at);
      const next = profile.encode(
        record.type,
        raw,
        "phones",
        phones.map((phone) => ({ ...phone })),
      );
      const set = Object.entries(next).filter(([name, member]) => JSON.stringify(raw[name]) !== JSON.stringify(member));
      await app.control("/drift", { ...record, set: Object.fromEntries(set) });
      await refreshReading(app.deps, { indexId: profile.standardIndex, ...record, maxAge: 0 });
    };
    await baseSays([first]);
    await writeOutside(stack, record, "phones", [{ ...first }]);
    await refreshReading(app.deps, { indexId: INDEX, ...record, maxAge: 0 });
    const before = await baselineIn(stack);
    const [id = ""] = await stack.applied([change(record, "phones", replaced(profile, first, second))]);
    await (side === "base" ? baseSays([third]) : writeOutside(stack, record, "phones", [{ ...third }]));
    await stack.pass();
    const [resting] = await stack.rows([id]);
    expect(resting).toMatchObject({ state: "deferred", reason: { code: "ground-moved", params: { sides: [side] } } });
    const set = await app.deps.store.db.selectFrom("change_set").select(["id", "version"]).executeTakeFirstOrThrow();
    const settle = { version: set.version, changeIds: [id], as: "send all the same" as const, reason: "They said so" };
    await settleAtRest(app.context, set.id, settle);
    expect(await baselineIn(stack)).not.toEqual(before);
    refuseNext(stack);
    await stack.pass();
    expect(await stack.rows([id])).toMatchObject([{ state: "deferred", attempt: 1 }]);
    await withdrawChange(app.context, id);
    expect(await baselineIn(stack)).toEqual(before);
  },
);

test("[B2] [B3] of two changes of a field the one that is withdrawn puts L back for its own part", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, scheduleId } = stack;
  const [one = "", other = ""] = stack.plans;
  const ids = [
    ...(await stack.applied([addPlan(scheduleId, one)])),
    ...(await stack.applied([addPlan(scheduleId, other)])),
  ];
  await stack.pass();
  expect(await baselineIn(stack)).toEqual({ elements: { [one]: { value: false }, [other]: { value: false } } });
  await withdrawChange(app.context, ids[0] ?? "");
  expect(await baselineIn(stack)).toEqual({ elements: { [other]: { value: false } } });
  await withdrawChange(app.context, ids[1] ?? "");
  expect(await baselineIn(stack)).toBeNull();
});

test("[B2] L stays where a later change was decided against it, and goes back behind both once that is withdrawn too", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, scheduleId } = stack;
  const [plan = ""] = stack.plans;
  const ids = [
    ...(await stack.applied([addPlan(scheduleId, plan)])),
    ...(await stack.applied([
      change({ type: "schedule", id: scheduleId }, "acceptedInsurances", { op: "remove", element: plan }),
    ])),
  ];
  await stack.pass();
  const decided = { elements: { [plan]: { value: false } } };
  expect(await baselineIn(stack)).toEqual(decided);
  await withdrawChange(app.context, ids[0] ?? "");
  expect(await baselineIn(stack)).toEqual(decided);
  await withdrawChange(app.context, ids[1] ?? "");
  expect(await baselineIn(stack)).toBeNull();
});
