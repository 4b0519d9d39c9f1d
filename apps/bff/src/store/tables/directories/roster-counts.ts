import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { askAgainDays, type Today } from "#/store/tables/records/verifications.ts";

/** How many practitioners are due on which day in each index version, as `index_id`, `due_on` and `entries`. */
export const dueCounts = (connectionId: string, { timeZone }: Today) => sql`(
  select index_id, least(ask_again_on, (unverified_since at time zone ${timeZone})::date + ${askAgainDays(connectionId)}) as due_on,
    sum(entries)::integer as entries
  from roster_count where connection_id = ${connectionId} and record_type = 'practitioner' group by 1, 2 having sum(entries) <> 0)`;

/** Those who should have been verified before today, in directories that are not archived. */
export const overdueCounts = (connectionId: string, today: Today) => sql`${dueCounts(connectionId, today)} as due
  join index_version on index_version.connection_id = ${connectionId} and index_version.id = due.index_id
    and index_version.origin <> 'standard' and index_version.archived_at is null
  where due_on < ${today.today}::date`;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Roster entries by when they were last read, to the hour: in the last 24 hours, in the 7 days before, earlier. */
export interface ReadingAges {
  day: number;
  week: number;
  older: number;
  never: number;
}

/** How many entries of each index version were last read in which hour, as `index_id`, `seen_hour` and `entries`. */
export const readHours = (connectionId: string) => sql`(
  select index_id, seen_hour, sum(entries) as entries from roster_count where connection_id = ${connectionId} group by 1, 2)`;

/** Which of those hours belong to each age. */
export function lastRead(now: Date): { [age in keyof ReadingAges]: RawBuilder<boolean> } {
  const since = (days: number) =>
    sql<boolean>`seen_hour >= ${new Date(Math.floor((now.getTime() - days * DAY_MS) / HOUR_MS) * HOUR_MS)}::timestamptz`;
  return {
    day: since(1),
    week: sql`${since(8)} and not ${since(1)}`,
    older: sql`not ${since(8)}`,
    never: sql`seen_hour is null`,
  };
}

export interface RosterTallies {
  practitioners: number;
  schedules: number;
  waiting: number;
  overdue: number;
  lastReadAt: Date | null;
}

/** The roster counts of each of these index versions. */
export async function selectRosterTallies(
  db: Database | Transaction,
  { connectionId, ids, today }: { connectionId: string; ids: readonly string[]; today: Today },
): Promise<Map<string, RosterTallies>> {
  if (ids.length === 0) return new Map();
  const of = sql`connection_id = ${connectionId} and index_id = any(${[...ids]}::text[])`;
  const { rows } = await sql<RosterTallies & { index_id: string }>`
    select index_id, sum(practitioners)::integer as practitioners, sum(schedules)::integer as schedules,
      sum(waiting)::integer as waiting, max(last_seen_at) filter (where entries > 0) as "lastReadAt",
      coalesce((select sum(due.entries) from ${dueCounts(connectionId, today)} as due
        where due.index_id = hour.index_id and due_on < ${today.today}::date), 0)::integer as overdue
    from (select index_id, sum(entries) as entries, sum(waiting) as waiting, max(last_seen_at) as last_seen_at,
        coalesce(sum(entries) filter (where record_type = 'practitioner'), 0) as practitioners,
        coalesce(sum(entries) filter (where record_type = 'schedule'), 0) as schedules
      from roster_count where ${of} group by index_id, seen_hour) as hour
    group by index_id having sum(entries) > 0`.execute(db);
  return new Map(rows.map(({ index_id, ...tallies }) => [index_id, tallies]));
}
