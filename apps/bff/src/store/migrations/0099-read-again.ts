import { type Kysely, sql } from "kysely";

/* How old the readings of a directory may become before they are read again by themselves, and when they are due. */
const statements = [
  `alter table index_version add column read_again_hours integer not null default 24, add column read_again_at timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
