import { type Kysely, sql } from "kysely";

/* A deletion stands on all that its record says: a receipt keeps the hash of the record before and after the write, so that what a
   write of ours made of it is told from what others did. */
const statements = [`alter table receipt add column index_before_hash text, add column index_after_hash text`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
