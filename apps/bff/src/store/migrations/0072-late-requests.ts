import { type Kysely, sql } from "kysely";

/*
 * Since when a request of a change may still arrive late, when its record is read again for that, and of a field, since when it
 * is told that one may have changed it.
 */
const statements = [
  `alter table change add column late_since timestamptz, add column late_read_at timestamptz`,
  `create index change_late_read on change (connection_id, late_read_at) where late_read_at is not null`,
  `alter table field_memory add column late_request_at timestamptz`,
  `create index field_memory_late_request on field_memory (connection_id) where late_request_at is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
