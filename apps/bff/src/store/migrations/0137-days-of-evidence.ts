import { type Kysely, sql } from "kysely";

/* Little evidence names a day from which it holds, and whoever applies ten thousand changes asks for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index evidence_by_first_day on evidence (connection_id, from_day) where from_day is not null`.execute(
    db,
  );
}
