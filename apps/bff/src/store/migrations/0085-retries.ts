import { type Kysely, sql } from "kysely";

/* The failed change that another one sends once more, which it does once, and the change set of which this is. */
const statements = [
  `alter table change add column retry_of_id text references change (id) on delete set null`,
  `create unique index change_by_retry on change (retry_of_id) where retry_of_id is not null`,
  `alter table change_set add column retry_of_id text references change_set (id) on delete set null`,
  `create index change_set_by_retry on change_set (retry_of_id) where retry_of_id is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
