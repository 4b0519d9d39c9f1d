import { sql, type Kysely } from "kysely";

/** Stores that ran an earlier 0072 have no index for late requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index if not exists field_memory_late_request on field_memory (connection_id) where late_request_at is not null`.execute(
    db,
  );
}
