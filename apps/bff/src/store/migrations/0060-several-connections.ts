import { type Kysely, sql } from "kysely";

/*
 * Connections beside the one of the environment: what a person gave each, the end of its key, and since when it is out of
 * use. `version` counts the changes, so that two people do not change it over each other, and every process notices one.
 */
const statements = [
  `alter table connection
    add column version integer not null default 1,
    add column fixed_api_version text,
    add column request_budget integer,
    add column stale_after_hours integer,
    add column key_last_four text,
    add column key_set_at timestamptz,
    add column archived_at timestamptz,
    add column archived_by text,
    add column created_by text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
