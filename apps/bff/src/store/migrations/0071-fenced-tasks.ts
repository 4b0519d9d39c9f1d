import { type Kysely, sql } from "kysely";

/* A task is held by a number that grows, as a change set is, and its row stays when nobody holds it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table work_lease add column fencing integer not null default 0,
    alter column owner drop not null, alter column held_until drop not null`.execute(db);
}
