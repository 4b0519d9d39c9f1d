import { type Kysely, sql } from "kysely";

/* What the sender needs between two steps, so that whoever takes over knows what was intended and what stood before. */
const statements = [
  `alter table change_set add column evidence_id text references evidence (id)`,
  `alter table change add column because text`,
  `alter table change add column intended json`,
  `alter table change add column base_hash_before text`,
  `alter table change add column baseline_before json`,
  `alter table change add column try_after timestamptz`,
  `alter table journal add column sentence text`,
  `create index change_due on change (connection_id, try_after) where state in ('sending', 'unknown', 'deferred')`,
  `create index change_set_open on change_set (connection_id, send_after) where send_after is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
