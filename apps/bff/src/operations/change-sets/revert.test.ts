import { expect, test } from "vitest";
import { refreshReading } from "#/records/refresh-readings.ts";
import { change } from "#/testing/changes.ts";
import { createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { previewRevert } from "./revert.ts";

test("[G3] what was removed from a record that the index has no more is left as it is, and named", async () => {
  await using stack = await createSendingStack();
  const { app, scheduleId } = stack;
  const record = { type: "schedule", id: scheduleId };
  const [element = ""] = await stack.insurances();
  const ids = await stack.applied([change(record, "acceptedInsurances", { op: "remove", element })]);
  await stack.pass();
  const [row] = await stack.rows(ids);
  expect(row).toMatchObject({ state: "applied" });
  const preview = async () => await previewRevert(app.context, row?.change_set_id ?? "", "before");
  expect(await preview()).toMatchObject({ leftOut: [] });
  await app.control("/outside", { index: INDEX, ...record, delete: true });
  await refreshReading(app.deps, { indexId: INDEX, ...record, maxAge: 0 });
  expect(await preview()).toMatchObject({ leftOut: [{ change: { id: ids[0] } }] });
});
