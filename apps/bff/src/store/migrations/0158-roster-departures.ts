import { type Kysely, sql } from "kysely";

/* Practitioners who left a roster as an import was taken back: a brief tells of them. */
const statements = [
  `create table roster_departure (
    connection_id text not null,
    index_id text not null,
    record_id text not null,
    left_at timestamptz not null,
    name text,
    removed_by json not null,
    primary key (connection_id, index_id, left_at, record_id),
    foreign key (connection_id, index_id) references index_version (connection_id, id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
