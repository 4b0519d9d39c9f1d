import { type Kysely, sql } from "kysely";

/* Who paused the reading of rosters by itself, and when. */
const statements = [`alter table connection add column reading_paused json`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
