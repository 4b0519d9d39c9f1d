import { type Kysely, sql } from "kysely";

/* What became of the overrides of another directory that a new one started from: how many were staged, and each that was not. */
const statements = [`alter table creation add column start json`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
