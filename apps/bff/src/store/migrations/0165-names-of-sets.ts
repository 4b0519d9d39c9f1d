import { type Kysely, sql } from "kysely";

/* What change sets are called and about, by which they are found. A set whose changes, names or directory changed is marked, and
   its text is derived again where it has more marks than it was derived for. When a record was last read in vain, which puts it
   behind those that were not tried since. */
const statements = [
  `create table change_set_search (
    connection_id text not null,
    change_set_id text collate "C" primary key references change_set (id) on delete cascade,
    search text collate "C" not null default '',
    index_id text collate "C",
    record_type text collate "C",
    record_id text collate "C",
    marks bigint not null default 1,
    derived bigint not null default 0
  )`,
  `create index change_set_search_by_subject on change_set_search (connection_id, index_id, record_type, record_id)`,
  `create index change_set_search_due on change_set_search (connection_id, change_set_id) where marks <> derived`,
  `insert into change_set_search (connection_id, change_set_id)
    select connection_id, id from change_set where exists (select from change where change_set_id = change_set.id)`,
  `create function mark_sets_of_changes() returns trigger language plpgsql as $$
    begin
      insert into public.change_set_search as known (connection_id, change_set_id)
        select distinct connection_id, change_set_id from changed order by change_set_id
        on conflict (change_set_id) do update set marks = known.marks + 1;
      return null;
    end $$`,
  `create trigger new_changes_name_their_set after insert on change referencing new table as changed
    for each statement execute function mark_sets_of_changes()`,
  `create function mark_sets_of_gone_changes() returns trigger language plpgsql as $$
    begin
      update public.change_set_search as known set marks = known.marks + 1
        from (select distinct change_set_id from changed) as gone
        where known.change_set_id = gone.change_set_id;
      return null;
    end $$`,
  `create trigger gone_changes_name_their_set after delete on change referencing old table as changed
    for each statement execute function mark_sets_of_gone_changes()`,
  `create function mark_sets_of_moved_change() returns trigger language plpgsql as $$
    begin
      insert into public.change_set_search as known (connection_id, change_set_id)
        select distinct new.connection_id, moved.id from unnest(array[old.change_set_id, new.change_set_id]) as moved (id) order by moved.id
        on conflict (change_set_id) do update set marks = known.marks + 1;
      return null;
    end $$`,
  `create trigger moved_change_names_its_sets after update on change for each row
    when (old.change_set_id <> new.change_set_id or old.record_id <> new.record_id) execute function mark_sets_of_moved_change()`,
  `create function mark_sets_of_renamed_entries() returns trigger language plpgsql as $$
    begin
      update public.change_set_search as known set marks = known.marks + 1
        from was join entered on entered.connection_id = was.connection_id and entered.index_id = was.index_id
          and entered.record_type = was.record_type and entered.record_id = was.record_id
        where (entered.search <> was.search or entered.practitioner_id is distinct from was.practitioner_id)
          and known.connection_id = was.connection_id and known.index_id = was.index_id
          and known.record_type = was.record_type and known.record_id = was.record_id;
      return null;
    end $$`,
  `create trigger renamed_entries_name_sets after update on roster_entry referencing old table as was new table as entered
    for each statement execute function mark_sets_of_renamed_entries()`,
  `create function mark_sets_of_renamed_directory() returns trigger language plpgsql as $$
    begin
      update public.change_set_search set marks = marks + 1 where connection_id = new.connection_id and index_id = new.id;
      return null;
    end $$`,
  `create trigger renamed_directory_names_sets after update on index_version for each row
    when (old.label <> new.label) execute function mark_sets_of_renamed_directory()`,
  `alter table roster_entry add column read_in_vain_at timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
