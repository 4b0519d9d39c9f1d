import { StatementPreview } from "@dc/contract";
import { expect, test } from "vitest";
import { CONNECTION_API, createTestApp } from "#/testing/app.ts";
import { createDirectory, sampleSchedules } from "#/testing/directory.ts";
import { expectStatementsAboutPlaces } from "#/testing/statement-laws.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describeOnPostgres("the preview of a statement, on PostgreSQL", () => {
  test.each([1, 2])(
    "[J1, J2, J4, J7] about a place, names the schedules that are there and no others (%i)",
    async (seed) => {
      await using app = await createTestApp({ store: await openTestStoreOnPostgres() });
      await expect(expectStatementsAboutPlaces(app, seed)).resolves.toBeUndefined();
    },
  );

  test("finds the places by ids and by text, page after page", async () => {
    await using app = await createTestApp({ store: await openTestStoreOnPostgres() });
    const schedules = sampleSchedules(app, 12);
    for (const name of ["Ada", "Bea", "Cleo"]) await createDirectory(app, { name, roster: schedules.join("\n") });
    const facts = [{ kind: "value", field: "displayName", value: "Dr. Whoever" }];
    const placesOf = async (scope: object) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const asked = { scope, facts, limit: 4, ...(cursor === null ? {} : { cursor }) };
        const answer = await app.signedIn("POST", `${CONNECTION_API}/statements/preview`, asked);
        const page: StatementPreview = StatementPreview.parse(await answer.json());
        found.push(...page.items.map(({ practitioner, index }) => `${practitioner.id} ${index.id}`));
        cursor = page.nextCursor;
      } while (cursor !== null);
      return found;
    };
    const rostered = await app.deps.store.db
      .selectFrom("roster_entry")
      .select(["record_id", "index_id"])
      .where("record_type", "=", "practitioner")
      .execute();
    const all = rostered.map(({ record_id, index_id }) => `${record_id} ${index_id}`).toSorted();
    const ids = [...new Set(rostered.map(({ record_id }) => record_id))];
    const byIds = await placesOf({ practitionerIds: ids });
    expect(byIds.toSorted()).toEqual(all);
    expect(new Set(byIds).size).toBe(byIds.length);
    expect((await placesOf({ q: schedules[0] ?? "" })).length).toBe(3);
  });
});
