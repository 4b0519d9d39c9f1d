import { type Kysely, sql } from "kysely";

/* Each order of a list has an index that gives it: a list that sorts reads a whole roster to show its first page. */
const statements = [
  `drop index roster_entry_by_need`,
  `create index roster_entry_by_need on roster_entry (connection_id, index_id, record_type, need desc, search, record_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
