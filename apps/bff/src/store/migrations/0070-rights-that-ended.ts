import { type Kysely, sql } from "kysely";

/*
 * When everything that let a person in was last ended; and on whose behalf what a set has queued goes live, until it has: their
 * rights are judged again then.
 */
const statements = [
  `alter table person add column ended_at timestamptz`,
  `update person set ended_at = disabled_at`,
  `alter table change_set add column on_behalf_of json`,
  `update change_set set on_behalf_of = applied_by where applied_by is not null
    and exists (select from change where change.change_set_id = change_set.id and change.state = 'queued')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
