import { type Kysely, sql } from "kysely";

/* Which process runs a background task that one at a time may run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table work_lease (
    task text primary key,
    owner text not null,
    held_until timestamptz not null
  )`.execute(db);
}
