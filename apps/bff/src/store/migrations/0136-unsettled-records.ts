import { type Kysely, sql } from "kysely";

/* The overview is told by the index of what waits for a decision alone. Records that waited before it was kept since when wait since
   their last comparison. */
const statements = [
  ...["conflict", "base_moved", "outside"].map(
    (count) => `update record_summary set ${count}_since = compared_at where ${count} > 0 and ${count}_since is null`,
  ),
  `drop index record_summary_unsettled`,
  `create index record_summary_unsettled on record_summary (connection_id, index_id)
    include (record_type, record_id, conflict, base_moved, outside, conflict_since, base_moved_since, outside_since)
    where conflict > 0 or base_moved > 0 or outside > 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
