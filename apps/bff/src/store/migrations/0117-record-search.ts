import { type Kysely, sql } from "kysely";

/* What rosters are searched by, each text of a record once in place of once for each directory, with an index of its parts of
   three characters. A text stays when no roster has it any more: who searches asks the rosters, too. The directory that
   brought it is in the key so that two imports of the same records do not wait for each other. */
const statements = [
  `create function trigrams(of_text text) returns text[] language plpgsql immutable strict parallel safe as $$
    begin
      return array(select substr(of_text, place, 3) from generate_series(1, length(of_text) - 2) as place);
    end $$`,
  `create table record_search (
    connection_id text not null,
    record_type text collate "C" not null,
    search text collate "C" not null,
    record_id text collate "C" not null,
    index_id text collate "C" not null,
    primary key (connection_id, record_type, search, record_id, index_id)
  )`,
  `insert into record_search (connection_id, record_type, search, record_id, index_id)
    select connection_id, record_type, search, record_id, min(index_id) from roster_entry group by 1, 2, 3, 4`,
  `create index record_search_by_trigrams on record_search using gin (public.trigrams(search)) with (gin_pending_list_limit = 1024)`,
  `create function search_new_entries() returns trigger language plpgsql as $$
    begin
      insert into public.record_search (connection_id, record_type, search, record_id, index_id)
        select connection_id, record_type, search, record_id, min(index_id) from entered
        where not exists (select from public.record_search as known where known.connection_id = entered.connection_id
          and known.record_type = entered.record_type and known.search = entered.search and known.record_id = entered.record_id)
        group by 1, 2, 3, 4;
      return null;
    end $$`,
  `create function search_renamed_entry() returns trigger language plpgsql as $$
    begin
      insert into public.record_search (connection_id, record_type, search, record_id, index_id)
        select new.connection_id, new.record_type, new.search, new.record_id, new.index_id
        where not exists (select from public.record_search as known where known.connection_id = new.connection_id
          and known.record_type = new.record_type and known.search = new.search and known.record_id = new.record_id);
      return null;
    end $$`,
  `create trigger new_entries_are_searched after insert on roster_entry referencing new table as entered
    for each statement execute function search_new_entries()`,
  `create trigger renamed_entry_is_searched after update on roster_entry for each row
    when (old.search <> new.search or old.record_id <> new.record_id) execute function search_renamed_entry()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
