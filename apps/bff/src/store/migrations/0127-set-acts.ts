import { sql, type Kysely } from "kysely";

/** What was decided about many changes of a set, while their rows follow, and how many of them did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table change_set add column act json, add column act_done integer not null default 0`.execute(db);
  await sql`create index change_set_act on change_set (id) where act is not null`.execute(db);
}
