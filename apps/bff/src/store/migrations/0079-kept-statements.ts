import { type Kysely, sql } from "kysely";

/* The statement that a person has begun in a connection, and not yet staged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table kept_statement (
    person_id text not null references person (id),
    connection_id text not null,
    content json not null,
    kept_at timestamptz not null,
    primary key (person_id, connection_id)
  )`.execute(db);
}
