import { type Kysely, sql } from "kysely";

/* An open creation holds its name for its own referrer: whoever is limited to others is not told that it exists. */
const statements = [
  `drop index creation_open_once`,
  `create unique index creation_open_once on creation (connection_id, name, coalesce(referrer_id, ''))
    where state in ('sending', 'unknown')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
