import { type Kysely, sql } from "kysely";

/*
 * What was asked of the service in a booking check, so that no replica sends it a second time: the id of the attempt, a digest
 * of the slot, and how it went. Nothing of a patient. And lines of the request log that stand for calls that were not kept.
 */
const statements = [
  `create table booking_attempt (
    connection_id text not null,
    id text not null,
    slot_digest text,
    state text not null check (state in ('sending', 'done', 'refused', 'unknown')),
    at timestamptz not null,
    primary key (connection_id, id)
  )`,
  `create unique index booking_attempt_open on booking_attempt (connection_id, slot_digest)
    where slot_digest is not null and state in ('sending', 'unknown')`,
  `create index booking_attempt_by_age on booking_attempt (connection_id, at)`,
  `alter table service_request add column calls integer not null default 1`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
