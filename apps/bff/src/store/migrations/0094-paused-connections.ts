import { type Kysely, sql } from "kysely";

/** Who paused the sending of a whole connection. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connection add column paused json`.execute(db);
}
