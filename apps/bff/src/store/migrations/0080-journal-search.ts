import { sql, type Kysely } from "kysely";

/** What an entry of the journal says, folded: a row of its own, since an entry never changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table journal_search (
    seq bigint primary key references journal (seq) on delete cascade,
    search text not null
  )`.execute(db);
}
