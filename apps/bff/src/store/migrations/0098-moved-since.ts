import { type Kysely, sql } from "kysely";

/* Since when a record has fields in conflict, moved by base, or moved outside; and the records that have any. */
const statements = [
  `alter table record_summary add column conflict_since timestamptz, add column base_moved_since timestamptz,
    add column outside_since timestamptz`,
  `create index record_summary_unsettled on record_summary (connection_id, index_id)
    where conflict > 0 or base_moved > 0 or outside > 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
