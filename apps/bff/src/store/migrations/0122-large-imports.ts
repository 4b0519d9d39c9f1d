import { type Kysely, sql } from "kysely";

/* What makes the import of a large directory slow. */
const statements = [
  // The practitioner comes first. While the table has no statistics, the planner takes an index that begins as the primary key does
  // for as good as that, and looks for one record among all of its directory.
  `drop index record_summary_by_practitioner`,
  `create index record_summary_by_practitioner on record_summary (practitioner_id, connection_id, index_id)`,
  // An entry that was not read yet has only its id until its name follows: it is found once it was read. What many entries of one
  // statement say becomes searchable by one insertion.
  `create or replace function search_new_entries() returns trigger language plpgsql as $$
    begin
      insert into public.record_search (connection_id, record_type, search, record_id, index_id)
        select connection_id, record_type, search, record_id, min(index_id) from entered
        where (state <> 'waiting' or name is not null) and not exists (select from public.record_search as known
          where known.connection_id = entered.connection_id and known.record_type = entered.record_type
            and known.search = entered.search and known.record_id = entered.record_id)
        group by 1, 2, 3, 4;
      return null;
    end $$`,
  `drop trigger renamed_entry_is_searched on roster_entry`,
  `drop function search_renamed_entry()`,
  `create function search_changed_entries() returns trigger language plpgsql as $$
    begin
      insert into public.record_search (connection_id, record_type, search, record_id, index_id)
        select connection_id, record_type, search, record_id, min(index_id) from (
          select connection_id, record_type, search, record_id, index_id from entered
            where state <> 'waiting' or name is not null
          except select connection_id, record_type, search, record_id, index_id from was
            where state <> 'waiting' or name is not null) as changed
        where not exists (select from public.record_search as known
          where known.connection_id = changed.connection_id and known.record_type = changed.record_type
            and known.search = changed.search and known.record_id = changed.record_id)
        group by 1, 2, 3, 4;
      return null;
    end $$`,
  `create trigger changed_entries_are_searched after update on roster_entry referencing old table as was new table as entered
    for each statement execute function search_changed_entries()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
