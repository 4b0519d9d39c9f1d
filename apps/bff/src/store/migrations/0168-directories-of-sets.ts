import { type Kysely, sql } from "kysely";

/* Sets over several directories are found by each of them: a renamed directory marks every set with a change in it, also one whose
   text is being derived meanwhile. All texts are derived again. */
const statements = [
  `create or replace function mark_sets_of_renamed_directory() returns trigger language plpgsql as $$
    begin
      update public.change_set_search set marks = marks + 1 where connection_id = new.connection_id and change_set_id in (
        select change_set_id from public.change_count where connection_id = new.connection_id and index_id = new.id);
      return null;
    end $$`,
  `update change_set_search set marks = marks + 1`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
