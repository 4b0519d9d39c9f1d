import { type Kysely, sql } from "kysely";

/** Who said that a record is right as it stands, and when to ask again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table record_verification (
    connection_id text not null,
    index_id text not null,
    record_type text not null,
    record_id text not null,
    field text not null,
    hashes json not null,
    said_by text not null,
    how text not null,
    note text,
    verified_on date not null,
    ask_again_on date not null,
    change_id text,
    given_by json not null,
    given_at timestamptz not null,
    primary key (connection_id, index_id, record_type, record_id, field)
  )`.execute(db);
  await sql`alter table connection add column ask_again_days integer not null default 90`.execute(db);
  await sql`alter table record_summary add column effective json`.execute(db);
  await sql`alter table roster_entry add column ask_again_on date, add column is_verified boolean not null default false,
    add column changed_since integer not null default 0`.execute(db);
  await sql`create index roster_entry_ask_again on roster_entry (connection_id, ask_again_on)
    where record_type = 'practitioner' and ask_again_on is not null`.execute(db);
  await sql`create index roster_entry_unverified on roster_entry (connection_id, added_at)
    where record_type = 'practitioner' and not is_verified`.execute(db);
}
