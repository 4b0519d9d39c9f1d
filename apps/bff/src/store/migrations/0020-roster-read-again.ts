import { type Kysely, sql } from "kysely";

/* Where the lines of an import come from: a text, the roster of another index version, or the roster itself, read again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table roster_import add column lines_from text check (lines_from in ('text', 'index', 'roster'))`.execute(
    db,
  );
}
