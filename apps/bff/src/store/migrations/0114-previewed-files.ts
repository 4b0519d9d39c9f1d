import { type Kysely, sql } from "kysely";

/* What the cells of a file were previewed to do, so that a mended one shows what differs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table previewed_file (
    connection_id text not null,
    person_id text not null references person (id) on delete cascade,
    source text collate "C" not null,
    content text collate "C" not null,
    file_name text not null,
    cells text collate "C" not null,
    previewed_at timestamptz not null,
    primary key (connection_id, person_id, source, content)
  )`.execute(db);
}
