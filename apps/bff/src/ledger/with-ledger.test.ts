import { type RecordKey, recordKey } from "@dc/directory";
import { expect, test } from "vitest";
import { CONNECTION_API, createTestApp } from "#/testing/app.ts";
import { createDirectory, sampleSchedules } from "#/testing/directory.ts";

test("what many changes concern is counted in parts, each record once", async () => {
  await using app = await createTestApp();
  const schedules = sampleSchedules(app, 80);
  expect(schedules).toHaveLength(80);
  const { indexId } = await createDirectory(app, { roster: schedules.join("\n") });
  const parts: (readonly RecordKey[])[] = [];
  app.deps.events.subscribe("ledger changed", ({ records }) => {
    parts.push(records);
    return Promise.resolve();
  });
  const changes = schedules.map((id) => ({
    record: { type: "schedule", id },
    field: "acceptedInsurances",
    operation: { op: "add", element: "ins_counted1" },
  }));
  const answer = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, { changes });
  expect(answer.status).toBe(201);
  expect(parts.map(({ length }) => length)).toEqual([50, 30]);
  expect(parts.flat().map(recordKey).toSorted()).toEqual(
    schedules.map((id) => recordKey({ type: "schedule", id })).toSorted(),
  );
  const counted = await app.deps.store.db
    .selectFrom("record_summary")
    .select("record_id")
    .where("index_id", "=", indexId)
    .where("drafts", "=", 1)
    .execute();
  expect(counted.map(({ record_id: id }) => id).toSorted()).toEqual(schedules.toSorted());
});
