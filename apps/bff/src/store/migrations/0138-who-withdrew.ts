import { type Kysely, sql } from "kysely";

/* Who withdrew what was not sent of a set, when and why: what `withdrawing` says is gone once the rows of its changes have followed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table change_set add column withdrawn json`.execute(db);
}
