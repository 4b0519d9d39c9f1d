import { expect, test } from "vitest";
import { refreshComparison } from "#/records/refresh-comparisons.ts";
import { selectFieldMemories } from "#/store/tables/records/known-values.ts";
import { createTestApp } from "#/testing/app.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

const INDEX = "idx_test_mode_custom";

describeOnPostgres("values that follow base, on PostgreSQL", () => {
  test("what followed base is stored and stored anew, also by several at once; a write from outside stays known", async () => {
    await using app = await createTestApp({
      store: await openTestStoreOnPostgres(),
      sandbox: { indexVersions: "overlay-by-field" },
      profile: "of the sandbox",
    });
    const id = app.sandbox.samples.roster.match(/sch_[0-9A-Za-z]+/)?.[0] ?? "";
    const record = { type: "schedule", id };
    const compare = () => refreshComparison(app.deps, record, { indexId: INDEX, maxAge: 0 });
    const change = async (path: string, body: object) => {
      const more = { type: "schedule", id, ...body };
      await app.control(path, more);
    };
    const stored = async () => {
      const at = { connectionId: app.deps.connection.id, indexId: INDEX, records: [record] };
      return (await selectFieldMemories(app.deps.store.db, at)).find(({ field }) => field === "name");
    };
    await compare();
    for (const name of ["First", "Second", "Third"]) {
      await change("/drift", { set: { name } });
      const [one] = await Promise.all([compare(), compare(), compare()]);
      const whole = { value: name };
      expect(one.comparison.fields.find(({ key }) => key === "name")).toMatchObject({ verdict: "same", flags: [] });
      expect(await stored()).toMatchObject({ known: { whole }, baseline: { whole }, written_outside: false });
    }
    await change("/outside", { index: INDEX, set: { name: "Theirs" } });
    await compare();
    expect(await stored()).toMatchObject({ known: { whole: { value: "Third" } }, written_outside: true });
    await change("/drift", { set: { name: "Theirs" } });
    const { comparison } = await compare();
    expect(comparison.fields.find(({ key }) => key === "name")).toMatchObject({ verdict: "same", flags: ["outside"] });
  });
});
