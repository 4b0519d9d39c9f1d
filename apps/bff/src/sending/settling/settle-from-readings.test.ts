import { operationKey, phoneEntries, phonesOf, type Json } from "@dc/directory";
import { expect, test } from "vitest";
import { refreshReading } from "#/records/refresh-readings.ts";
import { change } from "#/testing/changes.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";
import { createSendingStack, INDEX, type SendingStack, writeOutside } from "#/testing/sending-stack.ts";

/** A practitioner of the test index with a phones list set outside, and read. */
async function withPhones(stack: SendingStack, phones: Json) {
  const { app, scheduleId } = stack;
  const { service } = app.deps;
  const schedule = await service.client.records.retrieve("schedule", scheduleId, { index: INDEX });
  const id = practitionerOf(service.profile, "schedule", scheduleId, schedule.raw) ?? "";
  const record = { type: "practitioner", id };
  await writeOutside(stack, record, "phones", phones);
  const { raw } = await refreshReading(app.deps, { indexId: INDEX, ...record, maxAge: 0 });
  const { profile } = app.deps.service;
  const reading = profile.decode(record.type, raw ?? {})["phones"];
  const region = profile.defaultRegion;
  const listed = reading !== undefined && "value" in reading ? phonesOf({ value: reading.value }) : null;
  const keys = phoneEntries(listed ?? [], region).map((entry) => operationKey(entry, region));
  return { record, keys };
}

const read = (stack: SendingStack, record: { type: string; id: string }) =>
  refreshReading(stack.app.deps, { indexId: INDEX, ...record, maxAge: 0 });

const phone = (number: string, label: string | null = null) => ({ number, label, extension: null });

test("[S2] a record that the index has no more shows no value: a held removal stays held", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, scheduleId } = stack;
  const [plan = ""] = await stack.insurances();
  const record = { type: "schedule", id: scheduleId };
  const ids = await stack.applied([change(record, "acceptedInsurances", { op: "remove", element: plan })]);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "held" }]);
  await app.control("/outside", { index: INDEX, ...record, delete: true });
  expect(await read(stack, record)).toMatchObject({ state: "missing" });
  expect(await stack.rows(ids)).toMatchObject([{ state: "held", settled_as: null }]);
});

test("[P10] [S2] a held move of which one entry is gone is not found in the index", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { record, keys } = await withPhones(stack, [
    phone("+12125550142"),
    phone("+12125550143"),
    phone("+12125550144"),
  ]);
  const [first = "", , last = ""] = keys;
  const ids = await stack.applied([change(record, "phones", { op: "move", element: last, before: first })]);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "held" }]);
  await writeOutside(stack, record, "phones", [phone("+12125550142"), phone("+12125550143")]);
  await read(stack, record);
  expect(await stack.rows(ids)).toMatchObject([{ state: "held", settled_as: null }]);
});

test("[P9] [S2] a held removal of one of several equal entries is not found where there are more of them", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const equals = [phone("+12125550142", "Front desk"), phone("+12125550142", "Front desk")];
  const { record, keys } = await withPhones(stack, equals);
  const ids = await stack.applied([change(record, "phones", { op: "remove", element: keys[0] ?? "" })]);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "held" }]);
  await writeOutside(stack, record, "phones", [...equals, phone("+12125550142", "Front desk")]);
  await read(stack, record);
  expect(await stack.rows(ids)).toMatchObject([{ state: "held", settled_as: null }]);
});
