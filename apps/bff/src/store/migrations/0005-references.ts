import { type Kysely, sql } from "kysely";

/*
 * Which records name which others that hold values of theirs, as last read: whom a change of a shared record affects. And what
 * ids the service gave to records that were made here, so that an address with a provisional id still leads somewhere.
 */
const statements = [
  `create table record_reference (
    connection_id text not null,
    index_id text collate "C" not null,
    record_type text collate "C" not null,
    record_id text collate "C" not null,
    meaning text collate "C" not null,
    target_type text collate "C" not null,
    target_id text collate "C" not null,
    primary key (connection_id, index_id, record_type, record_id, meaning)
  )`,
  `create index record_reference_by_target on record_reference (connection_id, index_id, target_type, target_id)`,
  `create table given_id (
    connection_id text not null,
    index_id text collate "C" not null,
    record_type text collate "C" not null,
    provisional_id text collate "C" not null,
    record_id text collate "C" not null,
    given_at timestamptz not null,
    primary key (connection_id, index_id, record_type, provisional_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
