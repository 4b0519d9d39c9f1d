import { type Kysely, sql } from "kysely";

/* From where an attempt came, as hashes: its address, and the device where the browser proved that it is a known one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table sign_in_attempt add column address text not null default ''`,
    `alter table sign_in_attempt add column device text`,
    `create index sign_in_attempt_by_address on sign_in_attempt (address, at)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
