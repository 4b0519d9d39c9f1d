import { type Kysely, sql } from "kysely";

/* The names of a record by its directory and by the standard index, by which it is found. Null until it is compared again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table record_summary add column names text`.execute(db);
}
