import type { RecordKey } from "@dc/directory";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { containsPattern, hasName, namedPattern } from "#/store/sql/search-text.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** What a statement is about. */
export interface StatementReach {
  connectionId: string;
  standardIndex: string;
  practitionerIds: readonly string[];
  scheduleIds: readonly string[];
  places: readonly string[];
  q: string | undefined;
  /** The digits of a phone that `q` is; null where it is none. */
  digits: string | null;
  indexIds: readonly string[] | undefined;
  referrerIds: readonly string[] | undefined;
}

export interface StatementPlaceRow {
  practitioner_id: string;
  /** Whether the practitioner is named, and takes part with all schedules. */
  is_named: boolean;
  name: string | null;
  index_id: string;
  label: string;
  referrer_name: string | null;
  search: string;
  /** How many schedules the directory knows of the practitioner. */
  schedules: number;
}

/** The practitioners who are named where a directory is in use or by the standard index, the schedules that are, and the rows of rosters that take part by either. */
function reachOf({
  connectionId,
  standardIndex,
  practitionerIds,
  scheduleIds,
  places,
  q,
  digits,
  ...reach
}: StatementReach) {
  const { indexIds, referrerIds } = reach;
  const text = q === undefined ? null : containsPattern(q);
  const anyOf = (conditions: readonly RawBuilder<SqlBool>[]) =>
    conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
  const byText = text === null ? [] : [sql<SqlBool>`names like ${text}`];
  const byPhone = digits === null ? [] : [sql<SqlBool>`phones ~ ${phonePattern(digits)}`];
  const atPlace = places.map((place) => sql<SqlBool>`chr(10) || names like ${namedPattern(place)}`);
  const inEntry = q === undefined ? [] : [hasName(sql.ref("search"), q)];
  const ofSchedule = anyOf([...byText, ...byPhone, ...atPlace]);
  const inIndices = indexIds === undefined ? sql`` : sql`and entry.index_id = any(${[...indexIds]}::text[])`;
  const ofReferrers =
    referrerIds === undefined ? sql`` : sql`and index_version.referrer_id = any(${[...referrerIds]}::text[])`;
  return {
    named: sql`in_use as (select id from index_version where connection_id = ${connectionId} and archived_at is null),
      person as (
        select unnest(${[...practitionerIds]}::text[]) as id
        union select record_id from roster_entry
          where connection_id = ${connectionId} and index_id in (select id from in_use) and record_type = 'practitioner'
            and ${anyOf(inEntry)}
        union select record_id from record_summary
          where connection_id = ${connectionId} and index_id in (select id from in_use) and record_type = 'practitioner'
            and ${anyOf([...byText, ...byPhone])}),
      schedule as (
        select index_id, practitioner_id from roster_entry
          where connection_id = ${connectionId} and record_type = 'schedule'
            and ${anyOf([sql`record_id = any(${[...scheduleIds]}::text[])`, ...inEntry])}
        union select index_id, practitioner_id from record_summary
          where connection_id = ${connectionId} and record_type = 'schedule' and ${ofSchedule}
        union select entry.index_id, entry.practitioner_id from record_summary as shared
          join record_reference as reference on reference.connection_id = shared.connection_id
            and reference.index_id in (shared.index_id, ${standardIndex})
            and reference.target_type = shared.record_type and reference.target_id = shared.record_id
          join roster_entry as entry on entry.connection_id = shared.connection_id and entry.index_id = shared.index_id
            and entry.record_type = reference.record_type and entry.record_id = reference.record_id
          where shared.connection_id = ${connectionId} and shared.record_type not in ('practitioner', 'schedule')
            and ${ofSchedule})`,
    rows: sql`roster_entry as entry
      join index_version on index_version.connection_id = entry.connection_id and index_version.id = entry.index_id
      where entry.connection_id = ${connectionId} and entry.record_type = 'practitioner'
        and index_version.origin <> 'standard' and index_version.archived_at is null ${inIndices} ${ofReferrers}
        and (entry.record_id in (select id from person)
          or (entry.index_id, entry.record_id) in (select index_id, practitioner_id from schedule))`,
  };
}

/** The directories of the practitioners who take part, by practitioner and name, with one row more than requested. */
export async function selectStatementPlaces(
  db: Database,
  {
    after,
    limit,
    ...reach
  }: StatementReach & { after: readonly [practitioner: string, search: string, index: string] | null; limit: number },
): Promise<{ rows: StatementPlaceRow[]; total: number }> {
  const { named, rows } = reachOf(reach);
  const beyond =
    after === null
      ? sql``
      : sql`and (entry.record_id, index_version.search, entry.index_id) > (${after[0]}, ${after[1]}, ${after[2]})`;
  const [page, counted] = await Promise.all([
    sql<StatementPlaceRow>`with ${named}
      select entry.record_id as practitioner_id, entry.record_id in (select id from person) as is_named, entry.name,
        entry.index_id, label, referrer_name, index_version.search,
        (select count(*)::integer from roster_entry as own where own.connection_id = entry.connection_id
          and own.index_id = entry.index_id and own.practitioner_id = entry.record_id and own.record_type = 'schedule') as schedules
      from ${rows} ${beyond}
      order by entry.record_id, index_version.search, entry.index_id limit ${limit + 1}`.execute(db),
    sql<{ total: number }>`with ${named} select count(*)::integer as total from ${rows}`.execute(db),
  ]);
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/** A hash of what the records of each of these practitioners effectively say in a directory, with those that they refer to. */
export async function selectSaid(
  db: Database,
  {
    connectionId,
    standardIndex,
    places,
  }: {
    connectionId: string;
    standardIndex: string;
    places: readonly Pick<StatementPlaceRow, "index_id" | "practitioner_id">[];
  },
): Promise<ReadonlyMap<string, string>> {
  if (places.length === 0) return new Map();
  const { rows } = await sql<{ index_id: string; practitioner_id: string; says: string }>`
    with recursive place as (
      select * from unnest(${places.map((place) => place.index_id)}::text[], ${places.map((place) => place.practitioner_id)}::text[])
        as place(index_id, practitioner_id)
    ), own as (
      select index_id, practitioner_id, 'practitioner' as record_type, practitioner_id as record_id from place
      union select place.index_id, place.practitioner_id, entry.record_type, entry.record_id from place
        join roster_entry as entry on entry.connection_id = ${connectionId} and entry.index_id = place.index_id
          and entry.practitioner_id = place.practitioner_id and entry.record_type = 'schedule'
    ), reached as (
      select * from own
      union select reached.index_id, reached.practitioner_id, reference.target_type, reference.target_id from reached
        join record_reference as reference on reference.connection_id = ${connectionId}
          and reference.index_id in (reached.index_id, ${standardIndex})
          and reference.record_type = reached.record_type and reference.record_id = reached.record_id
    )
    select reached.index_id, reached.practitioner_id, md5(string_agg(concat_ws(' ', summary.record_type, summary.record_id,
      summary.effective::text), ' ' order by summary.record_type, summary.record_id)) as says
    from reached join record_summary as summary on summary.connection_id = ${connectionId} and summary.index_id = reached.index_id
      and summary.record_type = reached.record_type and summary.record_id = reached.record_id and summary.effective is not null
    group by reached.index_id, reached.practitioner_id`.execute(db);
  return new Map(rows.map((row) => [placeKey(row), row.says]));
}

export const placeKey = (place: Pick<StatementPlaceRow, "index_id" | "practitioner_id">): string =>
  `${place.index_id} ${place.practitioner_id}`;

const MOST_PLACES = 8;
const MOST_NAMED = 10;

/** At most eight places with this text in their names, how many schedules are called so or refer to what is, and how many more there are. */
export async function selectPlaces(
  db: Database,
  { connectionId, q, types }: { connectionId: string; q: string; types: readonly string[] },
): Promise<{ items: { name: string; schedules: number }[]; more: number }> {
  const { rows } = await sql<{ name: string; schedules: number; total: number }>`
    with named as (
      select distinct summary.index_id, summary.record_type, summary.record_id, split_part(line, chr(9), 1) as folded,
        split_part(line, chr(9), 2) as name
      from record_summary as summary
      join index_version on index_version.connection_id = summary.connection_id and index_version.id = summary.index_id
        and index_version.archived_at is null
      cross join lateral regexp_split_to_table(summary.names, chr(10)) as line
      where summary.connection_id = ${connectionId} and summary.record_type = any(${[...types]}::text[])
        and summary.names like ${containsPattern(q)} and split_part(line, chr(9), 1) like ${containsPattern(q)})
    select min(named.name) as name,
      count(distinct case when named.record_type = 'schedule' then named.record_id else reference.record_id end)::integer as schedules,
      count(*) over ()::integer as total
    from named
    left join record_reference as reference on reference.connection_id = ${connectionId}
      and reference.index_id = named.index_id and reference.record_type = 'schedule'
      and reference.target_type = named.record_type and reference.target_id = named.record_id
    group by named.folded order by schedules desc, named.folded limit ${MOST_PLACES}`.execute(db);
  return { items: rows.map(({ name, schedules }) => ({ name, schedules })), more: moreOf(rows) };
}

export interface NamedRecord {
  record: RecordKey;
  name: string | null;
  /** The practitioner of a schedule. */
  of: string | null;
}

/**
 * Practitioners and schedules on rosters of directories in use: those with these ids, or at most ten with a text in their name or a phone with these
 * digits, in one directory if that is named, and how many more there are.
 */
export async function selectNamed(
  db: Database,
  {
    connectionId,
    ...by
  }: { connectionId: string } & ({ ids: readonly string[] } | { q: string; digits: string | null; indexId?: string }),
): Promise<{ named: NamedRecord[]; more: number }> {
  const isMeant =
    "ids" in by
      ? sql`entry.record_id = any(${[...by.ids]}::text[])`
      : sql`(${by.indexId === undefined ? sql`true` : sql`entry.index_id = ${by.indexId}`}) and (${hasName(sql.ref("entry.search"), by.q)} ${
          by.digits === null
            ? sql``
            : sql`or exists (select from record_summary as summary where summary.connection_id = entry.connection_id
                and summary.index_id = entry.index_id and summary.record_type = entry.record_type
                and summary.record_id = entry.record_id and summary.phones ~ ${phonePattern(by.digits)})`
        })`;
  const { rows } = await sql<{ type: string; id: string; name: string | null; of: string | null; total: number }>`
    with found as (
      select entry.record_type as type, entry.record_id as id, min(entry.name) as name, min(entry.search) as search,
        count(*) over ()::integer as total
      from roster_entry as entry
      join index_version on index_version.connection_id = entry.connection_id and index_version.id = entry.index_id
        and index_version.origin <> 'standard' and index_version.archived_at is null
      where entry.connection_id = ${connectionId} and entry.record_type in ('practitioner', 'schedule') and ${isMeant}
      group by entry.record_type, entry.record_id order by min(entry.search), entry.record_id
      ${"ids" in by ? sql`` : sql`limit ${MOST_NAMED}`})
    select type, id, name, total,
      (select min(owner.name) from roster_entry as entry
        join roster_entry as owner on owner.connection_id = entry.connection_id and owner.index_id = entry.index_id
          and owner.record_type = 'practitioner' and owner.record_id = entry.practitioner_id
        where entry.connection_id = ${connectionId} and entry.record_type = found.type and found.type = 'schedule'
          and entry.record_id = found.id) as of
    from found order by search, id`.execute(db);
  const named = rows.map(({ type, id, name, of }) => ({ record: { type, id }, name, of }));
  return { named, more: moreOf(rows) };
}

const moreOf = (rows: readonly { total: number }[]): number => (rows[0]?.total ?? 0) - rows.length;

/** A pattern that finds a phone with these digits among the lines of `searchablePhones`. */
const phonePattern = (digits: string) => `(^|\n)[^\t\n]*${digits}[^\t\n]*\t`;
