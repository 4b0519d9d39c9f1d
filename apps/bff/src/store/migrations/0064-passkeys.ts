import { type Kysely, sql } from "kysely";

/* The public half of a passkey; its private half never leaves the device. */
const statements = [
  `create table passkey (
    id text primary key,
    person_id text not null references person (id),
    credential_id text not null unique,
    public_key text not null,
    use_count bigint not null,
    transports json not null,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  `create index passkey_by_person on passkey (person_id, created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
