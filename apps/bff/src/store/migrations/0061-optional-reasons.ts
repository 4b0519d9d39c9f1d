import { type Kysely, sql } from "kysely";

/* A connection may let changes be applied without a reason; until now every change needed one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connection add column reason_required boolean not null default true`.execute(db);
}
