import { sql, type Kysely } from "kysely";

/** What of a set was applied and is taken back, while the rows of its changes follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table change_set add column going_back json`.execute(db);
  await sql`create index change_set_going_back on change_set (id) where going_back is not null`.execute(db);
}
