import { expect, test } from "vitest";
import { createTestApp } from "#/testing/app.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { renewVisit, selectOtherVisitors } from "./page-visits.ts";

describeOnPostgres("visits of pages, on PostgreSQL", () => {
  test("are renewed by many at once while others expire, and none is lost", async () => {
    await using app = await createTestApp({ store: await openTestStoreOnPostgres() });
    const { db } = app.deps.wholeStore;
    const people = await Promise.all(["Ana", "Ben", "Cem", "Dea"].map((name) => app.enter({ name, roles: [] })));
    const page = { connectionId: "con", page: "directory idx_a" };
    const renewAll = async (now: Date, aliveSince: Date, round: string) =>
      await Promise.all(
        people.flatMap(({ person }) =>
          Array.from({ length: 12 }, async (_, at) =>
            renewVisit(db, { ...page, id: `${round} ${at}`, personId: person.id }, { now, aliveSince }),
          ),
        ),
      );
    const first = new Date("2026-11-20T10:00:00Z");
    const later = new Date("2026-11-20T10:01:00Z");
    await renewAll(first, first, "first");
    await renewAll(later, later, "later");
    const found = await selectOtherVisitors(db, { ...page, personId: "nobody" }, { aliveSince: later, limit: 100 });
    expect(found.toSorted()).toEqual(people.map(({ person }) => person.id).toSorted());
    const rows = await db.selectFrom("page_visit").select("id").execute();
    expect(rows.map(({ id }) => id).filter((id) => !id.startsWith("later"))).toEqual([]);
    expect(rows).toHaveLength(people.length * 12);
  });
});
