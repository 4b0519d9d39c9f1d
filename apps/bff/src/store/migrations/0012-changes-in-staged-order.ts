import { type Kysely, sql } from "kysely";

/* The changes of a set are read by page in the order in which they were staged. The index by time served no other order. */
const statements = [
  `create index change_by_staged_order on change (change_set_id, staged_order)`,
  `drop index change_by_set`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
