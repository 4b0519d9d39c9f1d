import { type Kysely, sql } from "kysely";

/*
 * A write that another index took too. While one of a connection is not resumed, nothing of the connection is sent, whichever
 * process sends it; what a person said of it stays.
 */
const statements = [
  `create table alarm (
    id text primary key,
    connection_id text not null,
    index_id text not null,
    record_type text not null,
    record_id text not null,
    change_set_id text not null references change_set (id),
    taken_by json not null,
    raised_at timestamptz not null,
    answer text check (answer in ('kept', 'not ours', 'reset')),
    reason text,
    settled_by json,
    settled_at timestamptz,
    resumed_by json,
    resumed_at timestamptz
  )`,
  `create index alarm_standing on alarm (connection_id) where resumed_at is null`,
  `create table alarm_change (
    alarm_id text not null references alarm (id),
    change_id text not null references change (id),
    base_before json,
    is_in_index boolean not null,
    primary key (alarm_id, change_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
