import { type Kysely, sql } from "kysely";

/* What practitioners prefer to be called, by which they are found; the next start names all entries again from their readings. */
const statements = [
  `alter table roster_entry add column preferred_name text`,
  `delete from setting where key like 'record names of %'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
