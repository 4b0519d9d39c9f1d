import { type Kysely, sql } from "kysely";

/* How many hours old readings may be that apply compares; null: as old as the connection calls old. */
const statements = [`alter table connection add column apply_age_hours integer`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
