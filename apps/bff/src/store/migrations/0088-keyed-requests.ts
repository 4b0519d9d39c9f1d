import { sql, type Kysely } from "kysely";

/** Requests with an `Idempotency-Key` that had an effect, with their answers; each is kept for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table keyed_request (
    id text primary key,
    at timestamptz not null,
    request_id text not null,
    content_hash text not null,
    subject text not null,
    status integer,
    answer text
  )`.execute(db);
  await sql`create index keyed_request_by_age on keyed_request (at)`.execute(db);
}
