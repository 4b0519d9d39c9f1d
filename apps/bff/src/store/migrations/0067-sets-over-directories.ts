import { type Kysely, sql } from "kysely";

/* A change set belongs to a connection, and may hold changes of several index versions: it names none then. */
const statements = [
  `alter table change_set alter column index_id drop not null`,
  `create index change_of_set_by_index on change (change_set_id, index_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
