import { type Kysely, sql } from "kysely";

/* What is read before a change set is applied, and why one was not. */
const statements = [
  `alter table change_set add column checking json, add column not_applied json`,
  `create index change_set_checking on change_set (connection_id) where checking is not null`,
  `create index change_set_not_applied on change_set (connection_id) where not_applied is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
