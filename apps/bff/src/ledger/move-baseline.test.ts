import { shippedProfile } from "@dc/api-client";
import { formatPhone, operationKey, phoneEntries } from "@dc/directory";
import { expect, test } from "vitest";
import { withdrawChange } from "#/operations/changes/withdraw.ts";
import { change } from "#/testing/changes.ts";
import { createSendingStack, INDEX, writeOutside } from "#/testing/sending-stack.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";

test("[B2] a phone that was refused for now and is withdrawn then puts L back to what it was before", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, scheduleId } = stack;
  const { service, store } = app.deps;
  const region = service.profile.defaultRegion;
  const schedule = await service.client.records.retrieve("schedule", scheduleId, { index: INDEX });
  const record = {
    type: "practitioner",
    id: practitionerOf(service.profile, "schedule", scheduleId, schedule.raw) ?? "",
  };
  const phone = (number: string) => ({ number, extension: null, label: null });
  const [first, second, third] = [phone("+12125550142"), phone("+12125550143"), phone("+12125550144")];
  await writeOutside(stack, record, "phones", [first]);
  const replaced = (from: typeof first, by: typeof first) => {
    const [entry] = phoneEntries([from], region);
    const element = entry === undefined ? "" : operationKey(entry, region);
    return change(record, "phones", { op: "replace", element, by });
  };
  const baseline = async () =>
    (await store.db.selectFrom("field_memory").select("baseline").executeTakeFirstOrThrow()).baseline;
  await stack.applied([replaced(first, second)]);
  await stack.pass();
  const before = await baseline();
  service.prepare(shippedProfile("with-writes", { formatPhone }))();
  const ids = await stack.applied([replaced(second, third)]);
  app.sandbox.faults.arm({ kind: "status", status: 429, method: "POST", times: 1, phase: "before", ms: 0 });
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "deferred", attempt: 1 }]);
  expect(await baseline()).not.toEqual(before);
  await withdrawChange(app.context, ids[0] ?? "");
  expect(await stack.rows(ids)).toMatchObject([{ state: "withdrawn" }]);
  expect(await baseline()).toEqual(before);
});
