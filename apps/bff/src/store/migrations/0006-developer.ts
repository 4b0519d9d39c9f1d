import { type Kysely, sql } from "kysely";

/*
 * The recent calls to the service, what probes have proven, and the revisions of the service profile. The calls are in the store,
 * and not in a process, so that replicas show one log; their number is bounded, and they are written a batch at a time.
 */
const statements = [
  `create table service_request (
    seq bigint generated always as identity primary key,
    connection_id text not null,
    at timestamptz not null,
    method text not null,
    operation text,
    path text not null,
    index_id text collate "C",
    outcome text not null,
    status integer,
    duration_ms integer not null,
    attempt integer not null,
    service_request_id text,
    cause_kind text not null,
    cause_name text not null,
    cause_id text,
    mixed_path text,
    mixed_index_id text
  )`,
  `create table proof (
    connection_id text not null,
    operation text not null,
    profile_hash text not null,
    at timestamptz not null,
    index_id text,
    check_ids jsonb not null,
    primary key (connection_id, operation, profile_hash)
  )`,
  // As text, since jsonb would forget the order of the keys. Null: the profile of the settings is in force again.
  `create table profile_revision (
    connection_id text not null,
    number integer not null,
    name text not null,
    hash text not null,
    content text,
    why text,
    created_by jsonb not null,
    created_at timestamptz not null,
    primary key (connection_id, number)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
