import { type Kysely, sql } from "kysely";

/** The briefs of directories that were printed or shared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table brief (
    connection_id text not null,
    index_id text not null,
    made_at timestamptz not null,
    made_by json not null,
    how text not null,
    primary key (connection_id, index_id, made_at)
  )`.execute(db);
}
