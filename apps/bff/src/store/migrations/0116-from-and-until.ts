import { type Kysely, sql } from "kysely";

/*
 * From which day a change holds, and until which; when a set is applied by itself, and as whom; and what was said about an
 * override whose last day has passed.
 */
const statements = [
  `alter table evidence add column from_day date, add column until_day date`,
  `create index evidence_until_day on evidence (connection_id, until_day) where until_day is not null`,
  `alter table change_set add column schedule json`,
  `create index change_set_schedule on change_set (connection_id) where schedule is not null`,
  `alter table change add column until_said json`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
