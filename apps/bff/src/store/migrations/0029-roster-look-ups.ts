import { type Kysely, sql } from "kysely";

/* What a line of a roster import has in the place of an id, to be looked up in the service; null for every other line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table roster_import_line add column sought jsonb`.execute(db);
}
