import { sql } from "kysely";
import type { Actor, VerifiedHow } from "#/store/schema/stored-values.ts";
import { containsPattern, hasName } from "#/store/sql/search-text.ts";
import type { Database } from "#/store/sql/transaction.ts";
import { dueOn, lastSaid, saidOf, sameRecord, type Today } from "./verifications.ts";

export interface VerificationFilter {
  connectionId: string;
  today: Today;
  /** The types of the records whose names are those of places. */
  placeTypes: readonly string[];
  q: string | undefined;
  practitionerId: string | undefined;
  indexId: string | undefined;
  referrerId: string | undefined;
  ownerId: string | undefined;
  place: string | undefined;
}

const day = (column: ReturnType<typeof sql>) => sql`to_char(${column}, 'YYYY-MM-DD')`;

/** The places where the practitioners of these entries work, as `index_id`, `practitioner_id` and `names`. */
const placesOf = ({ connectionId, placeTypes }: VerificationFilter) => sql`
  select owner.index_id, owner.practitioner_id, owner.names from record_summary as owner
    where owner.connection_id = ${connectionId} and owner.record_type = any(${[...placeTypes]}::text[]) and owner.practitioner_id is not null
  union all
  select owner.index_id, owner.practitioner_id, shared.names from record_summary as owner
    join record_reference as reference on ${sameRecord("reference", "owner")} and reference.target_type = any(${[...placeTypes]}::text[])
    join record_summary as shared on shared.connection_id = owner.connection_id and shared.index_id = owner.index_id
      and shared.record_type = reference.target_type and shared.record_id = reference.target_id
    where owner.connection_id = ${connectionId} and owner.practitioner_id is not null`;

/** The entries of practitioners that can be verified, in directories that are not archived. */
function entriesOf(filter: VerificationFilter) {
  const { connectionId, today, q, practitionerId, indexId, referrerId, ownerId, place } = filter;
  const due = dueOn(connectionId, today);
  return sql`
    select entry.record_id, entry.index_id, entry.name, entry.changed_since, ${due} as due_on,
      index_version.label, index_version.search as index_search, referrer.owner_id
    from roster_entry as entry
    join index_version on index_version.connection_id = entry.connection_id and index_version.id = entry.index_id
      and index_version.origin <> 'standard' and index_version.archived_at is null
    left join referrer on referrer.connection_id = index_version.connection_id and referrer.id = index_version.referrer_id
    where entry.connection_id = ${connectionId} and entry.record_type = 'practitioner' and ${due} is not null
      ${q === undefined || q.trim() === "" ? sql`` : sql`and ${hasName(sql.ref("entry.search"), q)}`}
      ${practitionerId === undefined ? sql`` : sql`and entry.record_id = ${practitionerId}`}
      ${indexId === undefined ? sql`` : sql`and entry.index_id = ${indexId}`}
      ${referrerId === undefined ? sql`` : sql`and index_version.referrer_id = ${referrerId}`}
      ${ownerId === undefined ? sql`` : sql`and referrer.owner_id = ${ownerId}`}
      ${
        place === undefined
          ? sql``
          : sql`and (entry.index_id, entry.record_id) in (
              select index_id, practitioner_id from (${placesOf(filter)}) as placed where placed.names like ${containsPattern(place)})`
      }`;
}

const isListed = {
  overdue: sql`min(due_on) < today`,
  soon: sql`min(due_on) < today + 14`,
  "in time": sql`max(due_on) >= today + 14`,
  changed: sql`sum(changed_since) > 0`,
  all: sql`true`,
};

export interface VerificationPersonRow {
  practitioner_id: string;
  name: string | null;
  due_on: string;
  place: string | null;
  place_folded: string;
  place_due_on: string;
  place_overdue: number;
  place_entries: number;
  total: number;
}

/** Practitioners by place and day, those of the place with what is due first before others, with one more than requested. */
export async function selectVerificationPage(
  db: Database,
  {
    due,
    after,
    limit,
    ...filter
  }: VerificationFilter & {
    due: keyof typeof isListed;
    after: readonly [placeDue: string, place: string, due: string, id: string] | undefined;
    limit: number;
  },
): Promise<VerificationPersonRow[]> {
  const { rows } = await sql<VerificationPersonRow>`
    with entry as materialized (${entriesOf(filter)}),
    person as (select record_id as practitioner_id, min(name) as name, min(due_on) as due_on, min(index_id) as index_id,
        (count(*) filter (where due_on < today))::integer as overdue, count(*)::integer as entries
      from entry, (select ${filter.today.today}::date as today) as of_today group by record_id, today having ${isListed[due]}),
    placed as (select person.*, split_part(named.line, chr(9), 2) as place, coalesce(split_part(named.line, chr(9), 1), '') as place_folded
      from person left join lateral (select min(split_part(place.names, chr(10), 1)) as line from (${placesOf(filter)}) as place
        where place.index_id = person.index_id and place.practitioner_id = person.practitioner_id and place.names <> '') as named on true),
    ordered as (select practitioner_id, name, ${day(sql`due_on`)} as due_on, nullif(place, '') as place, place_folded,
        ${day(sql`min(due_on) over of_place`)} as place_due_on, (sum(overdue) over of_place)::integer as place_overdue,
        (sum(entries) over of_place)::integer as place_entries, (count(*) over ())::integer as total
      from placed window of_place as (partition by place_folded))
    select * from ordered
    ${after === undefined ? sql`` : sql`where (place_due_on, place_folded, due_on, practitioner_id) > (${sql.join(after)})`}
    order by place_due_on, place_folded, due_on, practitioner_id limit ${limit + 1}`.execute(db);
  return rows;
}

export interface VerificationEntryRow {
  practitioner_id: string;
  index_id: string;
  label: string;
  owner_id: string | null;
  due_on: string;
  changed_since: number;
  is_unsettled: boolean;
}

/** The entries of these practitioners that fit the filter, by the name of their directory. */
export async function selectVerificationEntries(
  db: Database,
  { practitionerIds, ...filter }: VerificationFilter & { practitionerIds: readonly string[] },
): Promise<VerificationEntryRow[]> {
  const { rows } = await sql<VerificationEntryRow>`
    select record_id as practitioner_id, index_id, label, owner_id, ${day(sql`due_on`)} as due_on, changed_since,
      exists (select from record_summary as summary where summary.connection_id = ${filter.connectionId}
        and summary.index_id = entry.index_id and summary.practitioner_id = entry.record_id
        and conflict + base_moved + outside > 0) as is_unsettled
    from (${entriesOf(filter)}) as entry where record_id = any(${[...practitionerIds]}::text[])
    order by record_id, index_search, index_id`.execute(db);
  return rows;
}

/** How many entries are due in each week from today on, and how many say something else than was verified. */
export async function countVerifications(
  db: Database,
  filter: VerificationFilter,
): Promise<{ week: number; count: number; changed: number }[]> {
  const { rows } = await sql<{ week: number; count: number; changed: number }>`
    select floor((due_on - ${filter.today.today}::date) / 7.0)::integer as week, count(*)::integer as count,
      (count(*) filter (where changed_since > 0))::integer as changed
    from (${entriesOf(filter)}) as entry group by 1 order by 1`.execute(db);
  return rows;
}

export interface VerificationRow {
  index_id: string;
  practitioner_id: string;
  said_by: string;
  how: VerifiedHow;
  note: string | null;
  verified_on: string;
  ask_again_on: string;
  given_by: Actor;
  given_at: Date;
}

/** What was said last of each of these practitioners or their schedules, in one index or in each. */
export async function selectLastVerifications(
  db: Database,
  {
    connectionId,
    indexId,
    practitionerIds,
  }: { connectionId: string; indexId?: string; practitionerIds: readonly string[] },
): Promise<VerificationRow[]> {
  const { rows } = await sql<VerificationRow>`
    select distinct on (summary.index_id, summary.practitioner_id) summary.index_id, summary.practitioner_id, said_by, how, note, ${day(sql`verified_on`)} as verified_on,
      ${day(sql`ask_again_on`)} as ask_again_on, given_by, given_at
    from record_summary as summary join record_verification as said on ${sameRecord("said", "summary")}
    where summary.connection_id = ${connectionId} and summary.practitioner_id = any(${[...practitionerIds]}::text[])
      ${indexId === undefined ? sql`` : sql`and summary.index_id = ${indexId}`}
    order by summary.index_id, summary.practitioner_id, ${lastSaid}, said.field`.execute(db);
  return rows;
}

/** Until when a practitioner in an index is verified; undefined where they are not on its roster. */
export async function selectVerifiedEntry(
  db: Database,
  {
    connectionId,
    indexId,
    practitionerId,
    today,
  }: { connectionId: string; indexId: string; practitionerId: string; today: Today },
) {
  const { rows } = await sql<{ due_on: string | null; changed_since: number; is_read_since: boolean }>`
    select ${day(dueOn(connectionId, today))} as due_on, changed_since,
      not exists (select from record_summary as summary join record_verification as said on ${sameRecord("said", "summary")}
        left join reading on ${sameRecord("reading", "summary")}
        where summary.connection_id = ${connectionId} and summary.index_id = ${indexId} and summary.practitioner_id = ${practitionerId}
          and (reading.fetched_at is null or reading.fetched_at <= said.given_at)) as is_read_since
    from roster_entry as entry where connection_id = ${connectionId} and index_id = ${indexId}
      and record_type = 'practitioner' and record_id = ${practitionerId}`.execute(db);
  return rows[0];
}

/** The fields of a practitioner and its schedules that were never verified, or say something else than was. */
export async function selectUnverified(
  db: Database,
  { connectionId, indexId, practitionerId }: { connectionId: string; indexId: string; practitionerId: string },
): Promise<{ type: string; id: string; field: string }[]> {
  const { rows } = await sql<{ type: string; id: string; field: string }>`
    select summary.record_type as type, summary.record_id as id, stated.key as field
    from record_summary as summary cross join lateral json_each_text(summary.effective) as stated
    left join lateral ${saidOf("summary", sql`stated.key`)} as said on true
    where summary.connection_id = ${connectionId} and summary.index_id = ${indexId} and summary.practitioner_id = ${practitionerId}
      and said.hashes ->> stated.key is distinct from stated.value
    order by 1, 2, 3 limit 100`.execute(db);
  return rows;
}
