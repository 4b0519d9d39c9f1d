import type { RecordKey, VerdictCounts } from "@dc/directory";
import { sql } from "kysely";
import { type CountColumns, toCounts } from "./record-summaries.ts";
import type { RosterOf } from "./roster.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** Which shared records belong to which practitioners: what they or their schedules name. */
const shared = ({ connectionId, indexId }: RosterOf) => sql`
  select distinct owner.practitioner_id, reference.target_type, reference.target_id
  from record_reference as reference
  join record_summary as owner on owner.connection_id = reference.connection_id and owner.index_id = reference.index_id
    and owner.record_type = reference.record_type and owner.record_id = reference.record_id
  where reference.connection_id = ${connectionId} and reference.index_id = ${indexId}`;

/** The counts of what each practitioner shares with others, such as the place of a schedule. */
export async function sumSharedByPractitioner(
  db: Database,
  { practitionerIds, ...at }: RosterOf & { practitionerIds: readonly string[] },
): Promise<Map<string, VerdictCounts>> {
  if (practitionerIds.length === 0) return new Map();
  const counted = await sql<CountColumns & { practitioner_id: string }>`
    select shared.practitioner_id, sum(same)::integer as same, sum(ours)::integer as ours, sum(base_moved)::integer as base_moved,
      sum(conflict)::integer as conflict, sum(differs)::integer as differs, sum(outside)::integer as outside,
      sum(held)::integer as held, sum(drafts)::integer as drafts
    from (${shared(at)} and owner.practitioner_id = any(${[...practitionerIds]}::text[])) as shared
    join record_summary as summary on summary.connection_id = ${at.connectionId} and summary.index_id = ${at.indexId}
      and summary.record_type = shared.target_type and summary.record_id = shared.target_id
    group by shared.practitioner_id`.execute(db);
  return new Map(counted.rows.map((row) => [row.practitioner_id, toCounts(row)]));
}

/** Counts what practitioners share among what they ask to be looked at, after these records were compared. */
export async function addSharedNeed(
  trx: Transaction,
  { records, ...at }: RosterOf & { records: readonly RecordKey[] },
): Promise<void> {
  const types = records.map(({ type }) => type);
  const ids = records.map(({ id }) => id);
  const weight = sql`conflict * 1000 + (base_moved + outside) * 100 + differs * 10 + held + drafts`;
  await sql`
    with shared as (${shared(at)}),
    touched as (select * from unnest(${types}::text[], ${ids}::text[]) as touched (type, id)),
    concerned as (
      select shared.practitioner_id from shared join touched on touched.type = shared.target_type and touched.id = shared.target_id
      union
      select summary.practitioner_id from record_summary as summary join touched on touched.type = summary.record_type and touched.id = summary.record_id
      where summary.connection_id = ${at.connectionId} and summary.index_id = ${at.indexId})
    update roster_entry as entry set need = (
      select coalesce(sum(${weight}), 0)::integer from record_summary as summary
      where summary.connection_id = entry.connection_id and summary.index_id = entry.index_id
        and (summary.practitioner_id = entry.record_id
          or (summary.record_type, summary.record_id) in (
            select target_type, target_id from shared where shared.practitioner_id = entry.record_id)))
    where entry.connection_id = ${at.connectionId} and entry.index_id = ${at.indexId}
      and entry.record_type = 'practitioner' and entry.record_id in (select practitioner_id from concerned)`.execute(
    trx,
  );
}
