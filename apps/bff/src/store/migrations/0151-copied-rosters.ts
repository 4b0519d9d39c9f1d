import { type Kysely, sql } from "kysely";

/* Entries of a roster that are copied, or read again, and are no lines of the import yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table roster_import_chunk add column copied json`.execute(db);
}
