import { type Kysely, sql } from "kysely";

/* A roster by need: how many conflicts, changes of unknown outcome, moved parts, changes at rest, whether it is overdue, how many
   parts that differ, held changes and drafts, each in bits of its own, so that one number has their order. The server marks what
   is overdue by its day. */
const packed = `(least(sum(conflict), 31)::bigint << 26) + (least(sum(unknown), 15)::bigint << 22)
  + (least(sum(base_moved + outside), 31)::bigint << 17) + (least(sum(at_rest), 15)::bigint << 13)
  + (least(sum(differs), 15)::bigint << 8) + (least(sum(held), 15)::bigint << 4) + least(sum(drafts), 15)::bigint`;

const statements = [
  `alter table record_summary add column unknown integer not null default 0, add column at_rest integer not null default 0`,
  `alter table connection add column overdue_by text`,
  `with counted as (select connection_id, index_id, record_type, record_id,
      count(*) filter (where state = 'unknown') as unknown,
      count(*) filter (where state = 'deferred' and reason ->> 'code' = 'ground-moved') as at_rest
    from change where state in ('unknown', 'deferred') group by connection_id, index_id, record_type, record_id)
  update record_summary as summary set unknown = counted.unknown, at_rest = counted.at_rest from counted
    where summary.connection_id = counted.connection_id and summary.index_id = counted.index_id
      and summary.record_type = counted.record_type and summary.record_id = counted.record_id`,
  `with held as (
    select connection_id, index_id, 'practitioner' as entry_type, practitioner_id as entry_id, record_type, record_id
      from record_summary where practitioner_id is not null
    union select owner.connection_id, owner.index_id, 'practitioner', owner.practitioner_id, target_type, target_id
      from record_summary as owner join record_reference as reference on reference.connection_id = owner.connection_id
        and reference.index_id = owner.index_id and reference.record_type = owner.record_type and reference.record_id = owner.record_id
      where owner.practitioner_id is not null
    union select connection_id, index_id, record_type, record_id, record_type, record_id
      from record_summary where record_type <> 'practitioner'),
  weighed as (select held.connection_id, held.index_id, entry_type, entry_id, ${packed} as need
    from held join record_summary as summary on summary.connection_id = held.connection_id and summary.index_id = held.index_id
      and summary.record_type = held.record_type and summary.record_id = held.record_id
    group by held.connection_id, held.index_id, entry_type, entry_id)
  update roster_entry as entry set need = weighed.need from weighed
    where entry.connection_id = weighed.connection_id and entry.index_id = weighed.index_id
      and entry.record_type = weighed.entry_type and entry.record_id = weighed.entry_id and entry.need <> weighed.need`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
