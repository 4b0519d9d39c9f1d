import { type Kysely, sql } from "kysely";

/* What was said about a draft stays said once that is discarded, and is about it again where that is undone. That somebody
   else replaced a draft, or took back a schedule, is told from the journal, too. */
const statements = [
  `alter table review_comment_change drop constraint review_comment_change_change_id_fkey`,
  `drop index journal_discards`,
  `create index journal_discards on journal (connection_id, at)
    where action in ('change.discard', 'change.replace', 'change-set.discard', 'change-set.take-theirs', 'change-set.unschedule')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
