import { type Kysely, sql } from "kysely";

/* What the columns of spreadsheets say, as somebody mapped them by hand, by their headings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table column_mapping (
    connection_id text not null references connection (id) on delete cascade,
    headings text collate "C" not null,
    columns json not null,
    kept_at timestamptz not null,
    primary key (connection_id, headings)
  )`.execute(db);
}
