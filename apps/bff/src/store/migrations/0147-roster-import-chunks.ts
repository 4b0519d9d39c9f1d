import { type Kysely, sql } from "kysely";

/* Lines of an import that are not stored as rows yet, so that a long roster takes the store for a moment at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table roster_import_chunk (
      connection_id text not null references connection (id),
      import_id text not null references roster_import (id) on delete cascade,
      number integer not null,
      line_count integer not null,
      source text not null,
      lines json not null,
      primary key (import_id, number)
    )`.execute(db);
}
