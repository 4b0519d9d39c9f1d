import { sql, type Kysely } from "kysely";

/** Who takes back what of a set was never sent, while the rows of its changes follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table change_set add column withdrawing json`.execute(db);
  await sql`create index change_set_withdrawing on change_set (id) where withdrawing is not null`.execute(db);
}
