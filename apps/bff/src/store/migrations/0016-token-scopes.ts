import { type Kysely, sql } from "kysely";

/* What a token may do. Those of earlier versions read the gateway. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table access_token add column scopes json not null default '["gateway"]'`.execute(db);
}
