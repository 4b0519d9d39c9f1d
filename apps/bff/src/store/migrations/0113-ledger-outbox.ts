import { type Kysely, sql } from "kysely";

/* What a transaction of the ledger changed, until its counts, names and verifications are derived again. */
const statements = [
  `create table ledger_outbox (
    connection_id text not null references connection (id),
    id bigint generated always as identity,
    index_id text not null,
    records json not null,
    at timestamptz not null,
    primary key (connection_id, id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
