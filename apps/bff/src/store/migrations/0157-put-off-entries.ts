import { type Kysely, sql } from "kysely";

/* What somebody put off in their inbox, until a time or until something new comes of it. */
const statements = [
  `create table inbox_put_off (
    connection_id text not null references connection (id),
    person_id text not null references person (id),
    entry_id text not null,
    came_at timestamptz not null,
    until_at timestamptz,
    primary key (connection_id, person_id, entry_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
