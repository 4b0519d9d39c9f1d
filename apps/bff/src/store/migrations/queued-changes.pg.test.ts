import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createDatabase, describeOnPostgres } from "#/testing/stores/postgres.ts";
import { openPostgresStore, type Store } from "#/store/engine/database.ts";
import { openEmbeddedDump } from "#/testing/stores/earlier-store.ts";
import { migrateTo, migrateToLatest, migrations } from "./migrate.ts";

describe("changes of an earlier version, on the embedded store", () => {
  testQueued(() => openEmbeddedDump(""));
});
describeOnPostgres("changes of an earlier version, on PostgreSQL", () => {
  testQueued(async () => await openPostgresStore({ databaseUrl: await createDatabase(), onError: () => {} }));
});

function testQueued(openEmpty: () => Promise<Store>): void {
  it("are queued where a person had applied them, with who did so and when, and can be approved from then on", async () => {
    const store = await openEmpty();
    const { db } = store;
    const earlier = Object.keys(migrations).filter((name) => name < "0050");
    await migrateTo(db, earlier);
    await sql`insert into connection (id, name, base_url, api_version, mode, key_sealed, created_at, updated_at)
      values ('con_1', 'A', 'http://localhost', '1', 'test', '', now(), now())`.execute(db);
    await sql`insert into index_version (connection_id, id, label, search, origin, created_at, created_by)
      values ('con_1', 'idx_1', 'A', 'a', 'created', now(), '{}')`.execute(db);
    await sql`insert into change_set (id, connection_id, index_id, created_by, created_at, approved_by, approved_at)
      select 'set_1', connection_id, id, '{}', now(), '{"name":"Ada"}', '2026-11-20T09:00:00Z'
      from index_version`.execute(db);
    const insert = async (id: string, state: string) =>
      await sql`insert into change (id, connection_id, change_set_id, index_id, record_type, record_id, operation, policy,
          state, created_by, created_at, updated_at)
        select ${id}, connection_id, id, index_id, 'schedule', 'sch_1', '{}', 'pin', ${state}, '{}', now(), now()
        from change_set`.execute(db);
    await insert("chg_1", "approved");
    await insert("chg_2", "held");
    await migrateToLatest(db);
    const changes = await db.selectFrom("change").select(["id", "state"]).orderBy("id").execute();
    expect(changes).toEqual([
      { id: "chg_1", state: "queued" },
      { id: "chg_2", state: "held" },
    ]);
    const set = await db.selectFrom("change_set").select(["applied_by", "applied_at"]).executeTakeFirstOrThrow();
    expect(set).toEqual({ applied_by: { name: "Ada" }, applied_at: new Date("2026-11-20T09:00:00Z") });
    await insert("chg_3", "approved");
    await expect(insert("chg_4", "sent")).rejects.toThrow("change_state_check");
    await store.close();
  });
}
