import { liveStates } from "@dc/directory";
import { type Selectable, sql } from "kysely";
import type { BriefTable } from "#/store/schema/index-version-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { json } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { stateNow } from "#/store/tables/changes/changes.ts";
import { dueOn, holding, liveAt, sameRecord, type Today } from "#/store/tables/records/verifications.ts";
import type { RosterOf } from "./roster.ts";

/** Practitioners of an index that differ from the standard data, in a record of theirs or one that they share. */
const differing = ({ connectionId, indexId }: RosterOf) => sql`
  with ${holding({ connectionId, indexId }, sql`practitioner_id is not null`)}
  select held.practitioner_id from held join record_summary as summary on summary.connection_id = ${connectionId} and summary.index_id = ${indexId}
      and summary.record_type = held.type and summary.record_id = held.id
    where summary.ours + summary.base_moved + summary.conflict + summary.differs + summary.outside + summary.held > 0`;

const practitioners = ({ connectionId, indexId }: RosterOf) => sql`roster_entry as entry
  where entry.connection_id = ${connectionId} and entry.index_id = ${indexId} and entry.record_type = 'practitioner'`;

export interface BriefEntryRow {
  id: string;
  name: string | null;
  search: string;
  place: number;
  due_on: string | null;
  is_verified: boolean;
  changed_since: number;
}

/** Practitioners of a roster, those that differ first, then by name; with one more than requested. */
export async function selectBriefPage(
  db: Database,
  {
    after,
    limit,
    today,
    only,
    ...of
  }: RosterOf & {
    after: readonly [place: number, search: string, id: string] | undefined;
    limit: number;
    today: Today;
    only?: string;
  },
): Promise<BriefEntryRow[]> {
  const { rows } = await sql<BriefEntryRow>`select * from (
      select entry.record_id as id, entry.name, entry.search, entry.is_verified, entry.changed_since,
        to_char(${dueOn(of.connectionId, today)}, 'YYYY-MM-DD') as due_on,
        case when entry.record_id in (${differing(of)}) then 0 else 1 end as place
      from ${practitioners(of)} ${only === undefined ? sql`` : sql`and entry.record_id = ${only}`}) as listed
    ${after === undefined ? sql`` : sql`where (place, search, id) > (${sql.join(after)})`}
    order by place, search, id limit ${limit + 1}`.execute(db);
  return rows;
}

export interface BriefCounts {
  practitioners: number;
  differing: number;
  verified: number;
  overdue: number;
  places: number;
  oldest_read_at: Date | null;
}

export async function countBrief(
  db: Database,
  { placeTypes, today, ...of }: RosterOf & { placeTypes: readonly string[]; today: Today },
): Promise<BriefCounts> {
  const due = dueOn(of.connectionId, today);
  const ofIndex = sql`connection_id = ${of.connectionId} and index_id = ${of.indexId}`;
  // What left the roster keeps its comparison and its reading.
  const isListed = (record: string) =>
    sql`(${sql.ref(`${record}.record_type`)}, ${sql.ref(`${record}.record_id`)}) in (select type, id from listed)`;
  const { rows } =
    await sql<BriefCounts>`with entries as materialized (select record_type as type, record_id as id from roster_entry where ${ofIndex}),
    listed as materialized (select type, id from entries
      union select target_type, target_id from record_reference where ${ofIndex} and (record_type, record_id) in (select type, id from entries))
    select count(*)::integer as practitioners,
      (count(*) filter (where entry.record_id in (${differing(of)})))::integer as differing,
      (count(*) filter (where entry.is_verified and entry.changed_since = 0 and entry.ask_again_on >= ${today.today}::date))::integer as verified,
      (count(*) filter (where ${due} < ${today.today}::date))::integer as overdue,
      (select count(distinct split_part(names, chr(9), 1))::integer from record_summary as summary
        where ${ofIndex} and record_type = any(${[...placeTypes]}::text[]) and names <> '' and ${isListed("summary")}) as places,
      (select min(reading.fetched_at) from reading join record_summary as summary on ${sameRecord("summary", "reading")}
        where reading.connection_id = ${of.connectionId} and reading.index_id = ${of.indexId} and ${isListed("reading")}) as oldest_read_at
    from ${practitioners(of)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new RangeError("counting gives one row");
  return row;
}

/** A hash of what the records of each practitioner effectively say: another one once a value is another. */
export async function selectStates(
  db: Database | Transaction,
  { practitionerIds, ...of }: RosterOf & { practitionerIds: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; state: string }>`
    with ${holding(of, sql`practitioner_id = any(${[...practitionerIds]}::text[])`)}
    select held.practitioner_id as id, md5(string_agg(held.type || ' ' || held.id || ' ' || summary.effective::jsonb::text, chr(10)
        order by held.type, held.id)) as state
    from held join record_summary as summary on summary.connection_id = ${of.connectionId} and summary.index_id = ${of.indexId}
      and summary.record_type = held.type and summary.record_id = held.id
    where summary.effective is not null group by held.practitioner_id`.execute(db);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

export interface BriefChangeRow {
  id: string;
  at: Date;
  /** Taken back since, so that the directory does not say it any more. */
  is_ended: boolean;
  total: number;
}

/** Changes that became live between two moments, and those that were taken back then, the newest first. What a later one replaced was not. */
export async function selectChangesBetween(
  db: Database,
  { from, to, limit, ...of }: RosterOf & { from: Date; to: Date; limit: number },
): Promise<BriefChangeRow[]> {
  const isLive = sql`${stateNow} = any(${[...liveStates]}::text[])`;
  const { rows } = await sql<BriefChangeRow>`
    select *, (count(*) over ())::integer as total from (
      select change.id, not ${isLive} as is_ended, case when ${isLive} then ${liveAt} else change.updated_at end as at
      from change join change_set on change_set.id = change.change_set_id
      where change.connection_id = ${of.connectionId} and change.index_id = ${of.indexId}
        and (${isLive} or (change.approval_order is not null and ${stateNow} in ('withdrawn', 'reverted') and ${liveAt} <= ${from}
          and coalesce(change.reason ->> 'code', '') <> 'replaced-by-later'))
    ) as told where at > ${from} and at <= ${to} order by at desc, id limit ${limit}`.execute(db);
  return rows;
}

/** When each of these changes became live. */
export async function selectLiveTimes(db: Database, ids: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`select change.id, ${liveAt} as at
    from change join change_set on change_set.id = change.change_set_id where change.id = any(${[...ids]}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

export interface RosterMoveRow {
  id: string;
  at: Date;
  name: string | null;
  by: Actor;
  is_gone: boolean;
  /** How many came or left, beyond the limit too. */
  total: number;
}

/** Who came to a roster or left it between two moments. */
export async function selectRosterMoves(
  db: Database,
  { from, to, limit, ...of }: RosterOf & { from: Date; to: Date; limit: number },
): Promise<RosterMoveRow[]> {
  const { rows } = await sql<RosterMoveRow>`
    select *, (count(*) over ())::integer as total from (
      select entry.record_id as id, entry.added_at as at, entry.name, entry.added_by as by, false as is_gone from ${practitioners(of)}
      union all
      select subject, at, before ->> 'name', actor, true from journal
        where connection_id = ${of.connectionId} and index_id = ${of.indexId} and action = 'roster.remove'
          and before #>> '{record,type}' = 'practitioner'
      union all
      select record_id, left_at, name, removed_by, true from roster_departure
        where connection_id = ${of.connectionId} and index_id = ${of.indexId}) as moved
    where at > ${from} and at <= ${to} order by at desc, id limit ${limit}`.execute(db);
  return rows;
}

export type BriefRow = Selectable<BriefTable>;

/** The last briefs of a directory that were printed or shared, up to a moment where that is given, the newest first. */
export async function selectBriefs(
  db: Database,
  { connectionId, indexId }: RosterOf,
  { limit, until }: { limit: number; until?: Date },
): Promise<BriefRow[]> {
  return await db
    .selectFrom("brief")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .$if(until !== undefined, (query) => query.where("made_at", "<=", until ?? new Date(0)))
    .orderBy("made_at", "desc")
    .limit(limit)
    .execute();
}

export async function insertBrief(
  trx: Transaction,
  { connectionId, indexId }: RosterOf,
  { at, by, how }: { at: Date; by: Actor; how: BriefRow["how"] },
): Promise<void> {
  await trx
    .insertInto("brief")
    .values({ connection_id: connectionId, index_id: indexId, made_at: at, made_by: json(by), how })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
