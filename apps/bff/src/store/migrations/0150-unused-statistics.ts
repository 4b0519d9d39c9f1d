import { type Kysely, sql } from "kysely";

/* The planner never looks at the statistics of an index of some rows, and its expressions, computed for each row of the sample, were most
   of what analysing their tables cost. */
const statements = [
  `alter index record_summary_by_phones alter column 1 set statistics 0`,
  `alter index journal_by_record alter column 1 set statistics 0`,
  `alter index creation_open_once alter column 3 set statistics 0`,
  `alter index journal_segment_open alter column 1 set statistics 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
