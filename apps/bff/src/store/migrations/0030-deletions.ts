import { type Kysely, sql } from "kysely";

/* Index versions that were deleted in the service, or are to be; one deletion of an index version is open at a time. */
const statements = [
  `create table deletion (
    id text primary key,
    connection_id text not null,
    index_id text not null,
    name text not null,
    state text not null,
    asked_because text not null,
    live_overrides integer not null,
    was_there boolean not null,
    reason json,
    words json,
    receipt json,
    created_by json not null,
    created_at timestamptz not null,
    sent_at timestamptz,
    settled_by json,
    settled_at timestamptz
  )`,
  `create unique index deletion_open_once on deletion (connection_id, index_id)
    where state in ('held', 'sending', 'unknown')`,
  `alter table index_version add column deleted_at timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
