import { type Kysely, sql } from "kysely";

/* Which base value a following field was last proposed to take: what somebody discarded is not proposed again. */
const statements = [`alter table field_memory add column proposed json`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
