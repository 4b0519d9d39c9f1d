import { type Kysely, sql } from "kysely";

/** Which pages people have open at the moment. A row that nobody renews is over after half a minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table page_visit (
    person_id text not null references person (id),
    id text not null,
    connection_id text not null,
    page text not null,
    began_at timestamptz not null,
    seen_at timestamptz not null,
    primary key (person_id, id)
  )`.execute(db);
  await sql`create index page_visit_by_page on page_visit (connection_id, page)`.execute(db);
}
