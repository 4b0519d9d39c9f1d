import { type Kysely, sql } from "kysely";

/** Links with which somebody without an account reads the brief of one directory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table share_link (
    id text primary key,
    connection_id text not null,
    index_id text not null,
    referrer_id text not null,
    secret_hash text not null unique,
    shared_with text not null,
    since timestamptz,
    created_by json not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    last_used_at timestamptz,
    minute_from timestamptz,
    minute_uses integer not null default 0,
    minute_answers integer not null default 0
  )`.execute(db);
  await sql`create index share_link_of_index on share_link (connection_id, index_id, created_at)`.execute(db);
}
