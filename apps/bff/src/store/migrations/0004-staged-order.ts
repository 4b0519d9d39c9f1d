import { type Kysely, sql } from "kysely";

/* Drafts staged in the same moment keep the order in which they were asked for: their ids are random, and their time is one. */
const statements = [`alter table change add column staged_order bigint generated always as identity`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
