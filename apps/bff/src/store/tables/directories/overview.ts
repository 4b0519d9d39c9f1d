import { sql } from "kysely";
import type { Database } from "#/store/sql/transaction.ts";
import { liveAt, type Today } from "#/store/tables/records/verifications.ts";
import { dueCounts, lastRead, type ReadingAges, readHours } from "./roster-counts.ts";

const counted = ["conflict", "outside", "base_moved"] as const;
type Counted = (typeof counted)[number];

/** Every directory that is in use, with the counts of its records that wait for a decision; null where none does. */
const directories = (connectionId: string) => sql`
  select index_version.id, index_version.label, index_version.search, unsettled.* from index_version left join (
    select index_id, ${sql.join(
      counted.map(
        (count) => sql`sum(${sql.ref(count)})::integer as ${sql.ref(count)},
          min(${sql.ref(`${count}_since`)}) as ${sql.ref(`${count}_since`)}`,
      ),
    )}
    from record_summary where connection_id = ${connectionId} and (conflict > 0 or base_moved > 0 or outside > 0)
    group by index_id) as unsettled on unsettled.index_id = index_version.id
  where index_version.connection_id = ${connectionId} and index_version.origin in ('created', 'adopted')
    and index_version.archived_at is null`;

/** The directories in use to which the rows of another table belong. */
const inUse = (
  table: string,
  connectionId: string,
) => sql`index_version on index_version.connection_id = ${connectionId}
  and index_version.id = ${sql.ref(`${table}.index_id`)} and index_version.archived_at is null
  and index_version.origin in ('created', 'adopted')`;

export interface DirectoryCounts {
  total: number;
  conflict: number;
  outside: number;
  baseMoved: number;
  settled: number;
  overridden: number;
}

export type DirectoryRow = { [count in Counted]: number } & { [count in `${Counted}_since`]: Date | null } & {
  id: string;
  label: string;
  /** Null where something waits for a decision. */
  overridden: boolean | null;
};

/**
 * How many directories there are, and those of which each is told: at most so many in which something waits for a decision,
 * conflicts first, then what waits longest; and the others by name, none of them where there are more than so many.
 */
export async function selectDirectories(
  db: Database,
  connectionId: string,
  most: { unsettled: number; settled: number },
): Promise<{ counts: DirectoryCounts; unsettled: DirectoryRow[]; settled: DirectoryRow[] }> {
  // In the order of the key, in which the first one is found at once: else the planner may read all overrides for each directory.
  const overridden = sql`(select true from override where override.connection_id = ${connectionId}
    and override.index_id = directory.id order by record_type, record_id limit 1) is not null`;
  const { rows } = await sql<DirectoryRow & { counts: DirectoryCounts }>`
    with directory as materialized (
      select directory.*, case when index_id is null then ${overridden} end as overridden
      from (${directories(connectionId)}) as directory),
    counts as materialized (
      select count(*) as total, count(*) filter (where conflict > 0) as conflict, count(*) filter (where outside > 0) as outside,
        count(*) filter (where base_moved > 0) as "baseMoved", count(*) filter (where index_id is null) as settled,
        count(*) filter (where overridden) as overridden
      from directory)
    select to_json(counts) as counts, listed.* from counts left join (
      (select *, row_number() over (order by conflict > 0 desc, least(conflict_since, outside_since, base_moved_since), search, id) as place
        from directory where index_id is not null order by place limit ${most.unsettled})
      union all
      (select *, row_number() over (order by search, id) as place
        from directory where index_id is null and (select settled from counts) <= ${most.settled})) as listed on true
    order by place`.execute(db);
  const listed = rows.filter(({ id }) => id !== null);
  return {
    counts: rows[0]?.counts ?? { total: 0, conflict: 0, outside: 0, baseMoved: 0, settled: 0, overridden: 0 },
    unsettled: listed.filter((row) => row.overridden === null),
    settled: listed.filter((row) => row.overridden !== null),
  };
}

/** When the first practitioner of each of these directories is to be verified again, and how many should have been. */
export async function selectDue(
  db: Database,
  { connectionId, indexIds, today }: { connectionId: string; indexIds: readonly string[]; today: Today },
): Promise<Map<string, { dueOn: string | null; overdue: number }>> {
  const { rows } = await sql<{ index_id: string; due_on: string | null; overdue: number }>`
    select index_id, min(due_on)::text as due_on, coalesce(sum(entries) filter (where due_on < ${today.today}::date), 0)::integer as overdue
    from ${dueCounts(connectionId, today)} as due where index_id = any(${[...indexIds]}::text[]) group by index_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.index_id, { dueOn: row.due_on, overdue: row.overdue }]));
}

/** Changes that became live, by the days on which they were reported and on which readers had them. */
export async function selectDaysToReaders(
  db: Database,
  { connectionId, timeZone, since, now }: { connectionId: string; timeZone: string; since: Date; now: Date },
): Promise<{ reported: string; live: string; changes: number }[]> {
  const { rows } = await sql<{ reported: string; live: string; changes: number }>`
    select least(evidence.verified_on::date, (change.created_at at time zone ${timeZone})::date)::text as reported,
      (${liveAt} at time zone ${timeZone})::date::text as live, count(*)::integer as changes
    from change join change_set on change_set.id = change.change_set_id
    left join evidence on evidence.id = coalesce(change.evidence_id, change_set.evidence_id)
    where change.connection_id = ${connectionId} and change.approval_order is not null
      and change_set.applied_at >= ${since} and ${liveAt} <= ${now}
    group by 1, 2`.execute(db);
  return rows;
}

/** The days (UTC) since then on which changes of each of these directories became live. */
export async function selectAppliedDays(
  db: Database,
  { connectionId, indexIds, since }: { connectionId: string; indexIds: readonly string[]; since: Date },
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ index_id: string; days: string[] }>`
    select change.index_id, array_agg(distinct (${liveAt} at time zone 'UTC')::date::text order by (${liveAt} at time zone 'UTC')::date::text) as days
    from change join change_set on change_set.id = change.change_set_id
    where change.connection_id = ${connectionId} and change.index_id = any(${[...indexIds]}::text[])
      and change.approval_order is not null and change_set.applied_at >= ${since}
    group by change.index_id`.execute(db);
  return new Map(rows.map((row) => [row.index_id, row.days]));
}

/** How many changes became live, by how many weeks ago. */
export async function countBecameLive(
  db: Database,
  { connectionId, now, since }: { connectionId: string; now: Date; since: Date },
): Promise<{ week: number; changes: number }[]> {
  const { rows } = await sql<{ week: number; changes: number }>`
    select greatest(floor(extract(epoch from ${now}::timestamptz - ${liveAt}) / 604800), 0)::integer as week, count(*)::integer as changes
    from change join change_set on change_set.id = change.change_set_id
    where change.connection_id = ${connectionId} and change.approval_order is not null and change_set.applied_at >= ${since}
    group by 1 order by 1`.execute(db);
  return rows;
}

/** The days (UTC) since then on which changes of the standard data, still unsettled, reached at least this many directories. */
export async function selectReachedDays(
  db: Database,
  { connectionId, since, atLeast }: { connectionId: string; since: Date; atLeast: number },
): Promise<{ day: string; directories: number; records: number }[]> {
  const movedSince = (column: "base_moved_since" | "conflict_since") => sql`
    select index_id, record_type, record_id, ${sql.ref(column)} as since from record_summary
    where connection_id = ${connectionId} and (conflict > 0 or base_moved > 0 or outside > 0) and ${sql.ref(column)} >= ${since}`;
  const { rows } = await sql<{ day: string; directories: number; records: number }>`
    select day::text, count(index_id)::integer as directories, count(record_id)::integer as records
    from (select (since at time zone 'UTC')::date as day, moved.index_id, record_type, record_id
      from (${movedSince("base_moved_since")} union all ${movedSince("conflict_since")}) as moved
      join index_version on index_version.connection_id = ${connectionId} and index_version.id = moved.index_id
        and index_version.archived_at is null
      group by grouping sets ((day, moved.index_id), (day, record_type, record_id))) as reached
    group by day having count(index_id) >= ${atLeast} order by day`.execute(db);
  return rows;
}

/** Practitioners of the directories in use by the week in which they are to be verified again; before 0 they are overdue. */
export async function countDueWeeks(
  db: Database,
  { connectionId, today }: { connectionId: string; today: Today },
): Promise<{ week: number; count: number }[]> {
  const { rows } = await sql<{ week: number; count: number }>`
    select floor((due_on - ${today.today}::date) / 7.0)::integer as week, sum(entries)::integer as count
    from ${dueCounts(connectionId, today)} as due join ${inUse("due", connectionId)} group by 1 order by 1`.execute(db);
  return rows;
}

/** Entries of the rosters in use by when they were last read. */
export async function countReadingAges(
  db: Database,
  { connectionId, now }: { connectionId: string; now: Date },
): Promise<ReadingAges> {
  const { day, week, older, never } = lastRead(now);
  const sum = (which: ReturnType<typeof sql>) => sql`coalesce(sum(entries) filter (where ${which}), 0)::integer`;
  const { rows } = await sql<ReadingAges>`
    select ${sum(day)} as day, ${sum(week)} as week, ${sum(older)} as older, ${sum(never)} as never
    from ${readHours(connectionId)} as hour join ${inUse("hour", connectionId)}`.execute(db);
  return rows[0] ?? { day: 0, week: 0, older: 0, never: 0 };
}
