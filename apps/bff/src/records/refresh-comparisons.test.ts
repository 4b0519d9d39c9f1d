import { describe, expect, onTestFinished, test } from "vitest";
import { stageChanges } from "#/operations/changes/stage.ts";
import { changeIndexVersion } from "#/operations/index-versions/update.ts";
import { selectChangesOnRecords } from "#/store/tables/changes/changes.ts";
import { selectFieldMemories } from "#/store/tables/records/known-values.ts";
import { selectSummaries } from "#/store/tables/records/record-summaries.ts";
import { createTestApp, type TestAppOptions } from "#/testing/app.ts";
import { refreshComparison } from "./refresh-comparisons.ts";
import { type MaxAge, refreshReading } from "./refresh-readings.ts";

const INDEX = "idx_test_mode_custom";

async function createOverlay(onCall?: TestAppOptions["onCall"]) {
  const app = await createTestApp({
    sandbox: { indexVersions: "overlay-by-field" },
    profile: "of the sandbox",
    service: { retry: { attempts: 1 } },
    ...(onCall === undefined ? {} : { onCall }),
  });
  onTestFinished(() => app[Symbol.asyncDispose]());
  const { deps, context } = app;
  const { profile } = deps.service;
  const record = { type: "schedule", id: app.sandbox.samples.roster.match(/sch_[0-9A-Za-z]+/)?.[0] ?? "" };
  const at = { connectionId: deps.connection.id, indexId: INDEX, records: [record] };
  return {
    app,
    record,
    at,
    isOfIndex: (init: RequestInit) => new Headers(init.headers).get(profile.data.headers.index.name) === INDEX,
    compare: async (maxAge: MaxAge) => {
      const { comparison } = await refreshComparison(deps, record, { indexId: INDEX, maxAge });
      return comparison.fields.find(({ key }) => key === "name");
    },
    baseSays: async (set: object) => {
      await app.control("/drift", { ...record, set });
    },
    /** As any other directory with this record does, since they share the readings of base. */
    readBase: () => refreshReading(deps, { indexId: profile.standardIndex, ...record, maxAge: 0 }),
    stageTimeZone: async (value: string) =>
      await stageChanges(context, {
        indexId: INDEX,
        changes: [
          {
            record,
            field: "timeZone",
            operation: { op: "set", value },
            policy: "pin",
            evidence: null,
            seen: { base: null },
          },
        ],
      }),
    counts: async () => (await selectSummaries(deps.store.db, at))[0],
    changes: () => selectChangesOnRecords(deps.store.db, at),
  };
}

describe("where the index follows base, readings of different ages", () => {
  test("are neither drift nor proposed to be written, in what is counted again and where the index cannot be read", async () => {
    const { app, compare, baseSays, readBase, stageTimeZone, counts, changes } = await createOverlay();
    expect(await compare(0)).toMatchObject({ verdict: "same" });

    await baseSays({ name: "First" });
    await readBase();
    await stageTimeZone("Asia/Tokyo");
    expect(await counts()).toMatchObject({ base_moved: 0, conflict: 0, ours: 0, differs: 0, outside: 0, drafts: 1 });
    expect(await compare(0)).toMatchObject({ verdict: "same", flags: [] });
    expect(await counts()).toMatchObject({ base_moved: 0, drafts: 1 });

    const { version } = await app.deps.store.db
      .selectFrom("index_version")
      .select("version")
      .where("id", "=", INDEX)
      .executeTakeFirstOrThrow();
    await changeIndexVersion(app.context, INDEX, { version, defaultPolicy: "follow" });
    await baseSays({ name: "Second" });
    app.sandbox.faults.arm({ kind: "reset-before", method: "GET", index: INDEX, times: 2, phase: "before", ms: 0 });
    expect(await compare(0)).toMatchObject({ verdict: null, values: { index: { value: "First" } } });
    expect(await counts()).toMatchObject({ base_moved: 0, conflict: 0, ours: 0, differs: 0, outside: 0, drafts: 1 });
    expect(await compare(0)).toMatchObject({ verdict: "same", flags: [] });
    expect((await changes()).map(({ field, state }) => [field, state])).toEqual([["timeZone", "draft"]]);
  });

  test("are not taken for a write when an answer that is under way is older than base", async () => {
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isHeld = false;
    const overlay = await createOverlay(async (init, call) => {
      const answer = await call();
      if (isHeld && overlay.isOfIndex(init)) {
        isHeld = false;
        reached.resolve();
        await held.promise;
      }
      return answer;
    });
    const { app, record, compare, baseSays, readBase, at } = overlay;
    await compare(0);
    isHeld = true;
    const earlier = refreshReading(app.deps, { indexId: INDEX, ...record, maxAge: 0 });
    await reached.promise;
    await baseSays({ name: "Moved" });
    await readBase();
    const later = compare("any");
    // One that joins the earlier read would wait for it.
    await Promise.race([later, new Promise((done) => setTimeout(done, 1_000).unref())]);
    held.resolve();
    expect(await later).toMatchObject({ verdict: "same", flags: [] });
    await earlier;
    const memory = await selectFieldMemories(app.deps.store.db, at);
    expect(memory.filter(({ written_outside: isOutside }) => isOutside)).toEqual([]);
  });
});
