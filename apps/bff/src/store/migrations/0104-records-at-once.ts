import { type Kysely, sql } from "kysely";

/* How many records of a set are sent to the service of a connection at once. */
const statements = [`alter table connection add column records_at_once integer not null default 4`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
