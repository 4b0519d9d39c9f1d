import { type Kysely, sql } from "kysely";

/* Who withdrew a change, and why: those whose work it was are told. Of sets that were withdrawn whole that is known already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table change add column withdrawn json`.execute(db);
  await sql`
    update change set withdrawn = json_build_object('by', of_set.withdrawn -> 'by', 'why', of_set.withdrawn -> 'why')
    from change_set as of_set
    where of_set.id = change.change_set_id and of_set.withdrawn is not null and change.state = 'withdrawn'
      and change.updated_at >= (of_set.withdrawn ->> 'at')::timestamptz`.execute(db);
}
