import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openPostgresStore, type Store } from "#/store/engine/database.ts";
import { migrateTo, migrateToLatest, migrations } from "#/store/migrations/migrate.ts";
import { countReadingAges, countDueWeeks } from "#/store/tables/directories/overview.ts";
import { selectContents } from "#/store/tables/changes/change-sets.ts";
import { selectRevisionOfSet, stateNow } from "#/store/tables/changes/changes.ts";
import { selectRosterTallies } from "#/store/tables/directories/roster-counts.ts";
import { sumByIndex } from "#/store/tables/records/record-summaries.ts";
import { openEmbeddedDump } from "#/testing/stores/earlier-store.ts";
import { createDatabase, describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import { foldCounts } from "./fold-counts.ts";
import { transact } from "./transaction.ts";

const connectionId = "con";
const ids = ["idx_a", "idx_b", "idx_old", "idx_empty"];
const setIds = ["set_a", "set_b", "set_empty"];
const today = { today: "2026-11-20", timeZone: "Asia/Kathmandu" };
const now = new Date("2026-11-20T10:20:00Z");

const some = (share: number) => sql`random() < ${sql.lit(share)}`;
const ago = (days: number) =>
  sql`timestamptz '2026-11-20 10:15Z' - random() * interval '${sql.raw(String(days))} days'`;
const record = sql`'con', (array['idx_a', 'idx_b', 'idx_old'])[1 + n % 3], (array['practitioner', 'schedule', 'place'])[ceil(random() * 3)],
  'r' || floor(random() * 60)`;
const actions = {
  "add entries": sql`insert into roster_entry (connection_id, index_id, record_type, record_id, search, source, state, added_by, added_at)
    select ${record}, '', 'paste', 'waiting', '{}', ${ago(200)} from generate_series(1, 30) as n on conflict do nothing`,
  "read entries": sql`update roster_entry set state = (array['found', 'missing', 'failed'])[ceil(random() * 3)], last_seen_at = ${ago(12)}
    where ${some(0.3)}`,
  "read entries once more": sql`update roster_entry set last_seen_at = last_seen_at + interval '7 minutes' where ${some(0.3)}`,
  "verify entries": sql`update roster_entry set is_verified = ${some(0.7)}, ask_again_on = (${ago(60)})::date + 30 where ${some(0.3)}`,
  "remove entries": sql`delete from roster_entry where ${some(0.2)}`,
  "remove a roster": sql`delete from roster_entry where index_id = 'idx_a' and (select ${some(0.3)})`,
  "compare records": sql`insert into record_summary (connection_id, index_id, record_type, record_id, same, ours, base_moved, conflict, differs,
      outside, held, drafts, compared_at)
    select distinct on (2, 3, 4) ${record}, floor(random() * 9), floor(random() * 3), floor(random() * 3), 0, floor(random() * 2), 1, 0, n % 2, now()
    from generate_series(1, 30) as n on conflict (connection_id, index_id, record_type, record_id) do update
      set same = excluded.same, ours = excluded.ours, base_moved = 0, conflict = 2, outside = excluded.drafts`,
  "stage changes": sql`insert into change (id, connection_id, change_set_id, index_id, record_type, record_id, field, kind, operation, policy,
      state, created_by, created_at, updated_at)
    select gen_random_uuid(), 'con', (array['set_a', 'set_b'])[1 + n % 2], (array['idx_a', 'idx_b'])[ceil(random() * 2)], 'schedule',
      'r' || n, case when ${some(0.9)} then (array['name', 'plans'])[ceil(random() * 2)] end, 'text',
      case when ${some(0.5)} then '{"op":"add","element":"p"}' else '{"op":"set","value":"v"}' end::json, 'pin', 'draft', '{}', now(), now()
    from generate_series(1, 20) as n`,
  "decide about changes": sql`update change set
      state = (array['in review', 'approved', 'queued', 'deferred', 'unknown', 'held', 'withdrawn', 'applied'])[ceil(random() * 8)],
      reason = case when ${some(0.6)} then json_build_object('code',
        (array['ground-moved', 'held-back-reads-as-before', 'replaced-by-later', 'other'])[ceil(random() * 4)]) end,
      version = version + 1, try_after = case when ${some(0.5)} then ${ago(3)} end, approval_order = case when ${some(0.7)} then floor(random() * 9) end
    where ${some(0.4)}`,
  "split changes off": sql`update change set change_set_id = 'set_b' where ${some(0.1)}`,
  "assign ids": sql`update change set record_id = record_id || 'a' where ${some(0.1)}`,
  "discard changes": sql`delete from change where ${some(0.2)}`,
  "decide about sets": sql`update change_set set queueing = case when ${some(0.3)} then '{}'::json end,
      withdrawing = case when ${some(0.3)} then '{"keepsHeld":true}'::json end,
      on_behalf_of = case when ${some(0.5)} then '{}'::json end,
      going_back = case when ${some(0.3)} then json_build_object('sendAfter', ${ago(3)}) end`,
  "forget comparisons": sql`delete from record_summary where ${some(0.2)}`,
};

async function addDirectories({ db }: Store): Promise<void> {
  await sql`insert into connection (id, name, base_url, api_version, mode, key_sealed, created_at, updated_at)
    values ('con', 'A', 'http://localhost', '1', 'test', '', now(), now())`.execute(db);
  await sql`insert into index_version (connection_id, id, label, search, origin, created_at, created_by, archived_at)
    select 'con', id, id, id, 'created', now(), '{}', case id when 'idx_old' then now() end
    from unnest(${ids}::text[]) as id`.execute(db);
  await sql`insert into change_set (id, connection_id, created_by, created_at)
    select id, 'con', '{}', now() from unnest(${setIds}::text[]) as id`.execute(db);
}

/** What the changes of the sets say themselves. */
async function contentsByChanges({ db }: Store): Promise<unknown> {
  const { rows } = await sql<{ id: string; isReadAgain: boolean | null }>`
    select change_set_id as id, json_object_agg(state, changes) as states,
      (select count(distinct index_id)::int from change where change_set_id = counted.change_set_id) as indexes, sum(changes)::int as total, bool_or(is_read_again) as "isReadAgain",
      sum(records)::bigint as records, sum(at_rest)::int as "atRest", sum(taken_back)::int as "takenBack", sum(replaced)::int as replaced
    from (select change_set_id, ${stateNow} as state, count(*)::int as changes,
        bool_or(state = 'unknown' and (try_after is not null or reason ->> 'code' = 'held-back-reads-as-before')) as is_read_again,
        sum(hashtext(id || ' ' || record_id)::bigint) as records,
        count(*) filter (where state = 'deferred' and reason ->> 'code' = 'ground-moved') as at_rest,
        count(*) filter (where approval_order is not null and ${stateNow} = 'withdrawn') as taken_back,
        count(*) filter (where reason ->> 'code' = 'replaced-by-later' and ${stateNow} = 'withdrawn') as replaced
      from change group by 1, 2) as counted group by 1`.execute(db);
  return Object.fromEntries(
    rows.map(({ id, ...content }) => [id, { ...content, isReadAgain: content.isReadAgain ?? false }]),
  );
}

async function contentsByCounts({ db }: Store): Promise<unknown> {
  const sets = await db.selectFrom("change_set").select(["id", "going_back"]).execute();
  return Object.fromEntries(
    [...(await selectContents(db, connectionId, sets))].map(([id, { states, alike, indexIds, ...content }]) => [
      id,
      {
        ...content,
        states: Object.fromEntries(states),
        indexes: indexIds.size,
        total: alike.reduce((sum, { count }) => sum + count, 0),
      },
    ]),
  );
}

async function revisionsByCounts({ db }: Store): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string }>`select distinct change_set_id as id from change`.execute(db);
  const revisions = rows.map(async ({ id }) => [id, await selectRevisionOfSet(db, connectionId, id)] as const);
  return Object.fromEntries(await Promise.all(revisions));
}

async function revisionsByChanges({ db }: Store): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string; revision: string }>`
    select change_set_id as id, concat_ws(' ', count(*), sum(version), sum(hashtext(id || ' ' || record_id)::bigint)) as revision
    from change group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ id, revision }) => [id, revision]));
}

/** What lists and the overview say from the kept counts, and what the entries and summaries say themselves. */
async function readBoth(store: Store): Promise<{ kept: unknown; counted: unknown }> {
  const { db } = store;
  const tallies = await selectRosterTallies(db, { connectionId, ids, today });
  const hourOf = (at: Date | null) => at?.toISOString().slice(0, 13) ?? null;
  const due = sql`least(ask_again_on, case when is_verified then null else (added_at at time zone ${today.timeZone})::date + 90 end)`;
  const inUse = sql`index_id in ('idx_a', 'idx_b')`;
  const rosters = await sql<{ index_id: string; lastReadAt: Date | null }>`
    select index_id, (count(*) filter (where record_type = 'practitioner'))::int as practitioners,
      (count(*) filter (where record_type = 'schedule'))::int as schedules, (count(*) filter (where state = 'waiting'))::int as waiting,
      (count(*) filter (where record_type = 'practitioner' and ${due} < ${today.today}::date))::int as overdue, max(last_seen_at) as "lastReadAt"
    from roster_entry group by 1 order by 1`.execute(db);
  const verdicts =
    await sql`select index_id, sum(same)::int as same, sum(ours)::int as ours, sum(base_moved)::int as "base moved",
      sum(conflict)::int as conflict, sum(differs)::int as differs, sum(outside)::int as outside, sum(held)::int as held,
      sum(drafts)::int as drafts
    from record_summary group by 1 order by 1`.execute(db);
  const weeks =
    await sql`select floor((${due} - ${today.today}::date) / 7.0)::int as week, count(*)::int as count from roster_entry
    where record_type = 'practitioner' and ${inUse} group by 1 order by 1`.execute(db);
  const ages = await sql`select (count(*) filter (where last_seen_at >= '2026-11-19 10:00Z'))::int as day,
      (count(*) filter (where last_seen_at >= '2026-11-12 10:00Z' and last_seen_at < '2026-11-19 10:00Z'))::int as week,
      (count(*) filter (where last_seen_at < '2026-11-12 10:00Z'))::int as older,
      (count(*) filter (where last_seen_at is null))::int as never
    from roster_entry where ${inUse}`.execute(db);
  return {
    kept: {
      rosters: [...tallies]
        .map(([index_id, counts]) => ({ index_id, ...counts, lastReadAt: hourOf(counts.lastReadAt) }))
        .toSorted(byIndex),
      verdicts: [...(await sumByIndex(db, connectionId, ids))]
        .map(([index_id, sums]) => ({ index_id, ...sums }))
        .toSorted(byIndex),
      sets: await contentsByCounts(store),
      revisions: await revisionsByCounts(store),
      weeks: await countDueWeeks(db, { connectionId, today }),
      ages: await countReadingAges(db, { connectionId, now }),
    },
    counted: {
      rosters: rosters.rows.map((counts) => ({ ...counts, lastReadAt: hourOf(counts.lastReadAt) })),
      verdicts: verdicts.rows,
      sets: await contentsByChanges(store),
      revisions: await revisionsByChanges(store),
      weeks: weeks.rows,
      ages: ages.rows[0],
    },
  };
}

const byIndex = (a: { index_id: string }, b: { index_id: string }) => (a.index_id < b.index_id ? -1 : 1);

function testCounts(openStore: () => Promise<Store>, openEmpty: () => Promise<Store>): void {
  it("[H6] the kept counts of rosters, verdicts and sets are those of their rows, whatever is done to these", async () => {
    const store = await openStore();
    await addDirectories(store);
    const names = Object.keys(actions) as (keyof typeof actions)[];
    for (let step = 0; step < 64; step += 1) {
      const name = names[(step * 5 + Math.floor(step / 7)) % names.length] ?? "add entries";
      if (step % 8 === 7) await foldCounts(store.db, new AbortController().signal);
      else
        await transact(store.db, async (trx) => {
          await sql`select setseed(${step / 64})`.execute(trx);
          await actions[name].execute(trx);
        });
      const { kept, counted } = await readBoth(store);
      expect(kept, `step ${step}: ${name}`).toEqual(counted);
    }
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from verdict_count`.execute(store.db);
    expect(rows[0]?.rows).toBeLessThan(30);
    await store.close();
  });

  it("[H6] a store of an earlier version gets the counts of what it has", async () => {
    const store = await openEmpty();
    const { db } = store;
    await migrateTo(
      db,
      Object.keys(migrations).filter((name) => name < "0126"),
    );
    await addDirectories(store);
    for (const action of [
      actions["add entries"],
      actions["read entries"],
      actions["verify entries"],
      actions["compare records"],
      actions["stage changes"],
      actions["decide about changes"],
    ])
      await action.execute(db);
    await migrateToLatest(db);
    const migrated = await readBoth(store);
    expect(migrated.kept).toEqual(migrated.counted);
    await actions["read entries"].execute(db);
    await actions["remove entries"].execute(db);
    const changed = await readBoth(store);
    expect(changed.kept).toEqual(changed.counted);
    await store.close();
  });
}

describe("kept counts, on the embedded store", () => {
  testCounts(openTestStore, () => openEmbeddedDump(""));
});
describeOnPostgres("kept counts, on PostgreSQL", () => {
  testCounts(
    openTestStoreOnPostgres,
    async () => await openPostgresStore({ databaseUrl: await createDatabase(), onError: () => {} }),
  );

  it("[H6] nobody who changes the same roster at the same time waits for another, nor for the folding", async () => {
    const store = await openTestStoreOnPostgres();
    await addDirectories(store);
    const { db } = store;
    const add = (
      record: string,
    ) => sql`insert into roster_entry (connection_id, index_id, record_type, record_id, search, source, state,
        added_by, added_at)
      values ('con', 'idx_a', 'practitioner', ${record}, '', 'paste', 'found', '{}', now())`;
    for (let entry = 0; entry < 20; entry += 1) await add(`r${entry}`).execute(db);
    const [first, second] = [await db.startTransaction().execute(), await db.startTransaction().execute()];
    for (const trx of [first, second]) await sql`set local lock_timeout = 2000`.execute(trx);
    await sql`update roster_entry set state = 'missing' where record_id = 'r1'`.execute(first);
    await add("other").execute(second);
    await foldCounts(db, new AbortController().signal);
    await add("one more").execute(first);
    await second.commit().execute();
    await first.commit().execute();
    await Promise.all([0, 1].map(async () => await foldCounts(db, new AbortController().signal)));
    const { kept, counted } = await readBoth(store);
    expect(kept).toEqual(counted);
    await store.close();
  });
});
