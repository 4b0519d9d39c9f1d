import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createDatabase, describeOnPostgres } from "#/testing/stores/postgres.ts";
import { openPostgresStore, type Store } from "#/store/engine/database.ts";
import { transact } from "#/store/sql/transaction.ts";
import { refreshNeed } from "#/store/tables/records/record-summaries.ts";
import { openEmbeddedDump } from "#/testing/stores/earlier-store.ts";
import { migrateTo, migrateToLatest, migrations } from "./migrate.ts";

describe("rosters of an earlier version, on the embedded store", () => {
  testNeed(() => openEmbeddedDump(""));
});
describeOnPostgres("rosters of an earlier version, on PostgreSQL", () => {
  testNeed(async () => await openPostgresStore({ databaseUrl: await createDatabase(), onError: () => {} }));
});

function testNeed(openEmpty: () => Promise<Store>): void {
  it("[V18] are sorted by need as new comparisons would sort them", async () => {
    const store = await openEmpty();
    const { db } = store;
    await migrateTo(
      db,
      Object.keys(migrations).filter((name) => name < "0111"),
    );
    await sql`insert into connection (id, name, base_url, api_version, mode, key_sealed, created_at, updated_at)
      values ('con', 'A', 'http://localhost', '1', 'test', '', now(), now())`.execute(db);
    await sql`insert into index_version (connection_id, id, label, search, origin, created_at, created_by)
      values ('con', 'idx', 'A', 'a', 'created', now(), '{}')`.execute(db);
    await sql`insert into roster_entry (connection_id, index_id, record_type, record_id, search, source, state, need, added_by, added_at)
      select 'con', 'idx', type, id, id, 'paste', 'found', 7777, '{}', now()
      from (values ('practitioner', 'ann'), ('practitioner', 'bea'), ('schedule', 'ann 1'), ('schedule', 'bea 1')) as entry (type, id)`.execute(
      db,
    );
    await sql`insert into record_summary (connection_id, index_id, record_type, record_id, practitioner_id, same, ours, base_moved, conflict,
        differs, outside, held, drafts, compared_at)
      select 'con', 'idx', type, id, whose, 5, 4, moved, conflict, differs, 1, held, drafts, now()
      from (values ('practitioner', 'ann', 'ann', 1, 2, 3, 4, 100), ('schedule', 'ann 1', 'ann', 40, 0, 1, 0, 0),
        ('practitioner', 'bea', 'bea', 0, 0, 0, 0, 0), ('schedule', 'bea 1', 'bea', 0, 0, 0, 1, 0), ('place', 'here', null, 0, 90, 0, 0, 0))
        as summary (type, id, whose, moved, conflict, differs, held, drafts)`.execute(db);
    await sql`insert into record_reference (connection_id, index_id, record_type, record_id, meaning, target_type, target_id)
      values ('con', 'idx', 'schedule', 'bea 1', 'place', 'place', 'here')`.execute(db);
    await sql`insert into change_set (id, connection_id, index_id, created_by, created_at) values ('set', 'con', 'idx', '{}', now())`.execute(
      db,
    );
    await sql`insert into change (id, connection_id, change_set_id, index_id, record_type, record_id, operation, policy, state, reason,
        created_by, created_at, updated_at)
      select id, 'con', 'set', 'idx', 'schedule', 'bea 1', '{}', 'pin', state, reason::json, '{}', now(), now()
      from (values ('1', 'unknown', null), ('2', 'deferred', '{"code":"ground-moved"}'), ('3', 'deferred', null)) as made (id, state, reason)`.execute(
      db,
    );
    await migrateToLatest(db);
    const summary = await db
      .selectFrom("record_summary")
      .select(["unknown", "at_rest"])
      .where("record_id", "=", "bea 1")
      .execute();
    expect(summary).toEqual([{ unknown: 1, at_rest: 1 }]);
    const needs = async () =>
      await db.selectFrom("roster_entry").select(["record_id", "need"]).orderBy("record_id").execute();
    const migrated = await needs();
    expect(migrated.map(({ need }) => need)).not.toContain(7777);
    await db.updateTable("roster_entry").set({ need: 0 }).execute();
    const records = ["ann", "bea"].flatMap((id) => [
      { type: "practitioner", id },
      { type: "schedule", id: `${id} 1` },
    ]);
    await transact(db, async (trx) => await refreshNeed(trx, { connectionId: "con", indexId: "idx", records }));
    expect(await needs()).toEqual(migrated);
    expect(migrated.toSorted((a, b) => b.need - a.need).map(({ record_id: id }) => id)).toEqual([
      "bea",
      "ann",
      "bea 1",
      "ann 1",
    ]);
    await store.close();
  });
}
