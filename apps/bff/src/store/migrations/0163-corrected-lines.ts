import { type Kysely, sql } from "kysely";

/* Who corrected a line of an import: it finds what they may see. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table roster_import_line add column corrected_by json`.execute(db);
}
