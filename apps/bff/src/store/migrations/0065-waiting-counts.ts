import { type Kysely, sql } from "kysely";

/** Conflicts are counted often: for everybody who has the console open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index record_summary_in_conflict on record_summary (connection_id, index_id) include (conflict)
    where conflict > 0`.execute(db);
}
