import { type Kysely, sql } from "kysely";

/* Where an index version lies over base: whether it was seen that somebody else wrote the field, which then no longer follows. */
const statements = [`alter table field_memory add column written_outside boolean not null default false`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
