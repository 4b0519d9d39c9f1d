import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { selectReadings } from "#/store/tables/records/readings.ts";
import { createTestApp } from "#/testing/app.ts";
import { refreshReading } from "./refresh-readings.ts";

const ScheduleText = z.object({ name: z.string(), last_change: z.string() });

test("what is ignored in comparing is kept as it was last received, although nothing else changed", async () => {
  const app = await createTestApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  const { deps } = app;
  const indexId = deps.service.profile.standardIndex;
  const record = { type: "schedule", id: app.sandbox.samples.roster.match(/sch_[0-9A-Za-z]+/)?.[0] ?? "" };
  const read = async () => {
    await refreshReading(deps, { indexId, ...record, maxAge: 0 });
    const [row] = await selectReadings(deps.store.db, deps.connection.id, [{ indexId, record }]);
    return { hash: row?.content_hash, raw: ScheduleText.parse(JSON.parse(row?.raw_text ?? "null")) };
  };
  const before = await read();
  app.clock.advance(60_000);
  await app.control("/drift", { ...record, set: { name: "Another name" } });
  await app.control("/drift", { ...record, set: { name: before.raw.name } });
  const after = await read();
  expect(after.hash).toBe(before.hash);
  expect(after.raw.last_change).toBe(app.clock.now().toISOString());
});
