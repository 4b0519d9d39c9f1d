import { type Kysely, sql } from "kysely";

/* A second factor counts from when it was confirmed by a code. `last_step` is the step of the last code that was taken. */
const statements = [
  `create table second_factor (
    person_id text primary key references person (id),
    sealed_secret text not null,
    last_step bigint not null default 0,
    created_at timestamptz not null,
    confirmed_at timestamptz
  )`,
  `create table recovery_code (
    person_id text not null references second_factor (person_id) on delete cascade,
    code_hash text not null,
    used_at timestamptz,
    primary key (person_id, code_hash)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
