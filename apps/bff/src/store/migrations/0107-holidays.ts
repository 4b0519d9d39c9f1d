import { type Kysely, sql } from "kysely";

/* The days on which the people of a connection do not work, YYYY-MM-DD. */
const statements = [`alter table connection add column holidays text[] not null default '{}'`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
