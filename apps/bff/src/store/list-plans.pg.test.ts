import { ExplainNode, type KyselyPlugin, type RootOperationNode, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openNewTestStore } from "#/testing/stores/store.ts";
import type { Store } from "#/store/engine/database.ts";
import { selectChangesOnRecords } from "#/store/tables/changes/changes.ts";
import { selectInbox } from "#/store/tables/changes/inbox.ts";
import { selectOverridePage } from "#/store/tables/changes/overrides.ts";
import { selectOldReadings } from "#/store/tables/records/due-readings.ts";
import { selectRosterPage } from "#/store/tables/directories/roster-pages.ts";
import { selectGroundMarks } from "#/store/tables/changes/ground-marks.ts";
import { type Database, transact } from "#/store/sql/transaction.ts";

const ROSTER = 12_000;
const OVERRIDES = 500;

describe("lists of a large directory, embedded", () => {
  testLists(openNewTestStore);
});
describeOnPostgres("lists of a large directory on PostgreSQL", () => {
  testLists(openTestStoreOnPostgres);
});

function testLists(open: () => Promise<Store>) {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await fill(store.db);
  });
  afterAll(async () => await store.close());

  const of = { connectionId: "con", indexId: "idx_large" };
  const plan = async (list: (db: Database) => Promise<unknown>, { db }: Pick<Store, "db"> = store) =>
    JSON.stringify(await list(db.withPlugin(explaining)), null, 1);

  it.each([
    { sort: "name", by: "roster_entry_by_search" },
    { sort: "need", by: "roster_entry_by_need" },
    { sort: "added", by: "roster_entry_by_age" },
  ] as const)("the roster by $sort is read in the order of its index, and never sorted whole", async ({ sort, by }) => {
    const query = { type: "schedule", sort, limit: 100 };
    const planned = await plan(async (db) => (await selectRosterPage(db, { ...of, query })).rows);
    expect(planned).toContain(by);
    expect(planned).not.toMatch(/(?<!Incremental )Sort {2}|Seq Scan/);
  });

  it("a search of the roster is read in the order of the index too", async () => {
    const query = { type: "schedule", sort: "name" as const, limit: 100, q: "ab" };
    const planned = await plan(async (db) => (await selectRosterPage(db, { ...of, query })).rows);
    expect(planned).toContain("roster_entry_by_search");
    expect(planned).not.toMatch(/Sort {2}|Seq Scan/);
  });

  it("the overrides are read in the order of their key", async () => {
    const filter = { ...of, q: undefined, state: undefined, today: { today: "2026-11-20", timeZone: "UTC" } };
    const planned = await plan((db) => selectOverridePage(db, { ...filter, after: null, limit: 101 }));
    expect(planned).toContain("override_pkey");
    expect(planned).not.toMatch(/Sort {2}|Seq Scan on roster_entry/);
  });

  it("what was withdrawn is looked up for the inbox by its state, and what was discarded by an index of the journal", async () => {
    const today = { today: "2026-11-20", timeZone: "UTC" };
    const may = { ownCounts: false, mayApprove: true, approvesFor: "all", mayApply: true, mayStage: true } as const;
    const since = new Date("2026-11-10T00:00:00Z");
    const person = { connectionId: of.connectionId, personId: "p", actorIds: ["p"], today, since, limit: 100 };
    const planned = await plan((db) => selectInbox(db, { ...person, ...may }));
    expect(planned).toMatch(/change_by_state[^}]*}[^}]*Index Cond: .*state = 'withdrawn'/);
    expect(planned).toContain("journal_discards");
  });

  it("what records of a large directory stand on is looked up by their whole keys, however many are asked for", async () => {
    const records = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ indexId: of.indexId, record: { type: "schedule", id: `sch_${n}` } }));
    const marked = { connectionId: of.connectionId, standardIndex: "idx_other" };
    for (const count of [10, 500, 5000]) {
      let planned = "";
      const noting: KyselyPlugin = {
        ...explaining,
        transformResult: async ({ result }) => {
          planned = JSON.stringify(result.rows, null, 1);
          return { ...result, rows: [] };
        },
      };
      await transact(store.db, (trx) => selectGroundMarks(trx.withPlugin(noting), marked, records(count)));
      expect(planned).toMatch(/Index Cond: .*record_id = place(?:_\d+)?\.record_id/);
      expect(planned, String(count)).not.toMatch(/Hash Join|Merge Join|Seq Scan on reading/);
    }
  });

  it("in a store that was not analyzed yet, what is staged or live on records is looked up by these", async () => {
    const fresh = await open();
    try {
      const records = Array.from({ length: 50 }, (_, n) => ({ type: "schedule", id: `sch_${n}` }));
      const planned = await plan((db) => selectChangesOnRecords(db, { ...of, records }), fresh);
      expect(planned).toMatch(/Index Cond: .*record_id = ANY/);
      expect(planned).not.toContain("change_by_state");
    } finally {
      await fresh.close();
    }
  });

  it("after an import that was not analyzed yet, each reading is looked up by its whole key", async () => {
    const due = { ...of, indexId: "idx_new", before: new Date(), limit: 200 };
    const planned = await plan((db) => selectOldReadings(db, due));
    expect(planned).toMatch(/Index Cond: .*record_id = entry\.record_id/);
    expect(planned).not.toContain("Join Filter");
  });
}

/** Makes every query return its plan instead of its rows. */
const explaining: KyselyPlugin = {
  transformQuery: ({ node }): RootOperationNode => {
    if (node.kind === "SelectQueryNode") return { ...node, explain: ExplainNode.create() };
    const [first = "", ...others] = node.kind === "RawNode" ? node.sqlFragments : [];
    return node.kind === "RawNode" ? { ...node, sqlFragments: [`explain ${first}`, ...others] } : node;
  },
  transformResult: async ({ result }) => result,
};

async function fill(db: Database): Promise<void> {
  const now = sql`'2026-11-20T09:00:00Z'::timestamptz`;
  const by = sql`'{"kind":"person","id":"p","name":"P"}'::json`;
  await sql`insert into connection (id, name, base_url, api_version, mode, key_sealed, created_at, updated_at)
    values ('con', 'c', 'http://127.0.0.1', 'v', 'test', 'sealed', ${now}, ${now})`.execute(db);
  await sql`insert into index_version (connection_id, id, label, search, origin, created_at, created_by)
    select 'con', id, id, id, 'created', ${now}, ${by} from (values ('idx_large'), ('idx_other')) as version (id)`.execute(
    db,
  );
  await sql`insert into roster_entry (connection_id, index_id, record_type, record_id, name, search, source, state, need, added_by, added_at)
    select 'con', index_id, 'schedule', 'sch_' || n, 'Clinic', md5(n::text), 'paste', 'found', n % 7, ${by}, ${now} + n * interval '1 second'
    from generate_series(1, ${ROSTER}::integer) n, (values ('idx_large'), ('idx_other')) as version (index_id)`.execute(
    db,
  );
  await sql`insert into reading (connection_id, index_id, record_type, record_id, state, fetched_at, profile_hash)
    select connection_id, index_id, record_type, record_id, 'missing', ${now}, 'hash' from roster_entry`.execute(db);
  await sql`insert into change_set (id, connection_id, index_id, created_by, created_at) values ('set', 'con', 'idx_large', ${by}, ${now})`.execute(
    db,
  );
  await sql`insert into change (id, connection_id, change_set_id, index_id, record_type, record_id, field, operation, policy, state, created_by, created_at, updated_at)
    select 'chg' || n, 'con', 'set', 'idx_large', 'schedule', 'sch_' || n, 'name', '{}', 'pin', 'held', ${by}, ${now}, ${now}
    from generate_series(1, ${OVERRIDES}::integer) n`.execute(db);
  await sql`insert into override (connection_id, index_id, record_type, record_id, field, change_id, state, policy)
    select connection_id, index_id, record_type, record_id, field, id, state, policy from change`.execute(db);
  await sql`insert into journal (connection_id, at, actor, action, subject)
    select 'con', ${now}, ${by}, case when n % 500 = 0 then 'change.discard' else 'change.stage' end, 'chg' || n
    from generate_series(1, ${ROSTER}::integer) n`.execute(db);
  await sql`analyze`.execute(db);
}
