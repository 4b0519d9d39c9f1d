import { type Kysely, sql } from "kysely";

/*
 * An identity of a provider is a way to sign in like a password: a row of `credential` with the issuer and the subject, which
 * belongs to one person. Where groups of the provider decide about somebody's roles, `roles_from_groups` says so.
 */
const statements = [
  `create unique index credential_by_account on credential ("providerId", "accountId")`,
  `alter table person add column roles_from_groups boolean not null default false`,
  `alter table session add column is_by_provider boolean not null default false`,
  `create table used_challenge (
    hash text primary key,
    ends_at timestamptz not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
