import { type Kysely, sql } from "kysely";

/* Who stopped an import and how many of its lines were not read then, and the calls a minute of the request budget for which one waits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table roster_import add column stopped json`.execute(db);
  await sql`alter table roster_import add column waits_for_budget integer`.execute(db);
}
