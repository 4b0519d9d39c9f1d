import { operationKey, phoneEntries, phoneIn, type Json } from "@dc/directory";
import { expect, test } from "vitest";
import { decide } from "#/operations/decisions/decide.ts";
import { refreshComparison } from "#/records/refresh-comparisons.ts";
import { change } from "#/testing/changes.ts";
import { createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";
import { compareGrounds } from "./ground.ts";

test("[R7] [U10] ours that is kept in one entry leaves what was decided of another moved", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, scheduleId } = stack;
  const { client, profile } = app.deps.service;
  const schedule = await client.records.retrieve("schedule", scheduleId, { index: INDEX });
  const id = practitionerOf(profile, "schedule", scheduleId, schedule.raw) ?? "";
  const record = { type: "practitioner", id };
  const { raw } = await client.records.retrieve("practitioner", id, { index: INDEX });
  const phone = (number: string, label: string) => ({ number, extension: null, label });
  const says = (phones: Json) => {
    const next = Object.entries(profile.encode("practitioner", raw, "phones", phones));
    return Object.fromEntries(next.filter(([key, member]) => JSON.stringify(member) !== JSON.stringify(raw[key])));
  };
  const listed = [phone("+12125550141", "Front desk"), phone("+12125550142", "Fax")];
  await app.control("/drift", { ...record, set: says(listed) });
  await app.control("/outside", { index: INDEX, ...record, set: says(listed) });
  const compared = () => refreshComparison(app.deps, record, { indexId: INDEX, maxAge: 0 });
  await compared();
  const ours = [phone("+12125550151", "Front desk"), phone("+12125550152", "Fax")];
  const ids = await stack.applied(
    phoneEntries(listed, profile.defaultRegion).flatMap((entry, at) => {
      const [by] = ours.slice(at, at + 1);
      const element = operationKey(entry, profile.defaultRegion);
      return by === undefined ? [] : change(record, "phones", { op: "replace", element, by });
    }),
  );
  await stack.pass();
  await app.control("/drift", {
    ...record,
    set: says([phone("+12125550161", "Front desk"), phone("+12125550162", "Fax")]),
  });
  const movedInBase = async () => {
    const { byId } = await compareGrounds(app.deps, app.deps.store.db, await stack.rows(ids));
    return ids.map((changeId) => byId.get(changeId)?.moved.base);
  };
  const { comparison } = await compared();
  expect(await movedInBase()).toEqual([true, true]);
  const parts = comparison.fields.find(({ key }) => key === "phones")?.parts ?? [];
  const front = parts.find(({ values }) => phoneIn(values.effective)?.number === ours[0]?.number);
  await decide(app.context, {
    indexId: INDEX,
    decision: "keep ours",
    evidence: null,
    record,
    field: "phones",
    element: front?.key,
  });
  expect(await movedInBase()).toEqual([false, true]);
});

test("[R7] [U10] a list that was set whole has moved until each of its members that moved was decided", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, plans, scheduleId } = stack;
  const record = { type: "schedule", id: scheduleId };
  const [ours = "", first = "", second = ""] = plans;
  const has = await stack.insurances();
  await refreshComparison(app.deps, record, { indexId: INDEX, maxAge: 0 });
  const ids = await stack.applied([change(record, "acceptedInsurances", { op: "set", value: [ours] })]);
  await stack.pass();
  const base = await app.deps.service.client.records.retrieve("schedule", scheduleId, { index: "idx_standard" });
  await app.control("/drift", {
    ...record,
    set: {
      accepted_insurances: app.deps.service.profile.encode("schedule", base.raw, "acceptedInsurances", [
        ...has,
        first,
        second,
      ])["accepted_insurances"],
    },
  });
  const keepOurs = async (element: string) => {
    const asked = {
      indexId: INDEX,
      decision: "keep ours",
      evidence: null,
      record,
      field: "acceptedInsurances",
    } as const;
    await decide(app.context, { ...asked, element });
    const { byId } = await compareGrounds(app.deps, app.deps.store.db, await stack.rows(ids));
    return byId.get(ids[0] ?? "")?.moved.base;
  };
  expect(await keepOurs(first)).toBe(true);
  expect(await keepOurs(second)).toBe(false);
});
