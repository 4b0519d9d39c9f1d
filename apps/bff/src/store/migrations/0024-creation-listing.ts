import { type Kysely, sql } from "kysely";

/* The ids of the index versions that the service listed before a creation was sent; null where it was not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creation add column listed_before jsonb`.execute(db);
}
