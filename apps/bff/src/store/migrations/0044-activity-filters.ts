import { type Kysely, sql } from "kysely";

/* The orders in which the filters of Activity read the journal. */
const statements = [
  `create index journal_by_actor on journal ((actor ->> 'id'), seq)`,
  `create index journal_by_noun on journal (split_part(action, '.', 1), seq)`,
  `create index journal_by_time on journal (at)`,
  `create index journal_by_record on journal ((message #>> '{params,record,id}')) where message #>> '{params,record,id}' is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
