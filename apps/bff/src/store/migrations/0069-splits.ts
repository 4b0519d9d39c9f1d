import { type Kysely, sql } from "kysely";

/* The change set that another one was split off from. */
const statements = [
  `alter table change_set add column split_from_id text references change_set (id) on delete set null`,
  `create index change_set_by_split on change_set (split_from_id) where split_from_id is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
