import { type Kysely, sql } from "kysely";

/* The effective phones of a record, by which it is found. Null until the record is compared again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table record_summary add column phones text`.execute(db);
}
