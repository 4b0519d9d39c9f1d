import { sql, type Kysely } from "kysely";

/** What of a set was applied, while the rows of its changes follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table change_set add column queueing json`.execute(db);
  await sql`create index change_set_queueing on change_set (id) where queueing is not null`.execute(db);
}
