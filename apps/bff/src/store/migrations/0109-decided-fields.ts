import { type Kysely, sql } from "kysely";

/*
 * The fields of each decision that took effect at once and was not undone, with L or K before and after it; `decision` is its
 * number in the journal. `elements` null: the whole field.
 */
const statements = [
  `create table decided_field (
    decision bigint not null,
    connection_id text not null,
    index_id text not null,
    record_type text not null,
    record_id text not null,
    field text not null,
    elements json,
    record_name text,
    before json not null,
    after json not null,
    primary key (connection_id, decision, record_type, record_id, field)
  )`,
  `create index decided_field_record on decided_field (connection_id, index_id, record_type, record_id, decision desc)`,
  `create index record_summary_undecided on record_summary (connection_id, index_id)
    where conflict + base_moved + outside > 0`,
  `insert into decided_field (decision, connection_id, index_id, record_type, record_id, field, elements, record_name, before, after)
    select entry.seq, entry.connection_id, entry.index_id, split_part(entry.subject, ' ', 1),
      substr(entry.subject, strpos(entry.subject, ' ') + 1), entry.after ->> 'field',
      case when entry.after ->> 'element' is null then null else json_build_array(entry.after ->> 'element') end,
      entry.message -> 'params' -> 'record' ->> 'name',
      case entry.action when 'decision.accept' then json_build_object('known', entry.before -> 'known')
        else json_build_object('baseline', entry.before -> 'baseline') end,
      case entry.action when 'decision.accept' then json_build_object('known', entry.after -> 'known')
        else json_build_object('baseline', entry.after -> 'baseline') end
    from journal as entry
    where entry.action in ('decision.keep-ours', 'decision.accept') and entry.after ->> 'field' is not null
      and entry.connection_id is not null and entry.index_id is not null and not exists (
        select 1 from journal as undo where undo.subject = entry.subject and undo.seq > entry.seq
          and undo.action = 'decision.undo' and (undo.after ->> 'decision')::bigint = entry.seq)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
