import { type Kysely, sql } from "kysely";

/* The line of a brief that an answer was given on; null where it was that of a practitioner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table claim add column change json`.execute(db);
}
