import { type Kysely, sql } from "kysely";

/** What readers of briefs say of who is in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table claim (
    id text primary key,
    connection_id text not null,
    index_id text not null,
    share_link_id text not null,
    practitioner_id text not null,
    practitioner_name text,
    says text not null,
    about text,
    words text,
    how_known text,
    said_by text not null,
    line text not null,
    state_seen text not null,
    created_at timestamptz not null,
    outcome text,
    settled_by json,
    settled_at timestamptz,
    reason text,
    change_set_id text
  )`.execute(db);
  await sql`create index claim_of_index on claim (connection_id, index_id, created_at)`.execute(db);
  await sql`create index claim_of_link on claim (share_link_id, created_at)`.execute(db);
}
