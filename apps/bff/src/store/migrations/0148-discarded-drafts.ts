import { type Kysely, sql } from "kysely";

/* Whose drafts somebody else discarded is told to them from the journal, which is asked for each inbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index journal_discards on journal (connection_id, at)
      where action in ('change.discard', 'change-set.discard', 'change-set.take-theirs')`.execute(db);
}
