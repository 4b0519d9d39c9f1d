import { sql, type Kysely } from "kysely";

/** A set whose changes are still being written is nobody's yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table change_set add column opening boolean not null default false`.execute(db);
}
