import { sql } from "kysely";
import type { Store } from "./database.ts";

const MOVED_AT_LEAST = 500;

/**
 * Vacuums and analyses the tables that have moved much, which nothing else does in the embedded store: without it the planner
 * knows no sizes and reads a whole roster to show a page, and dead rows stay for ever. PostgreSQL does this by itself.
 */
export async function keepUp({ kind, db }: Pick<Store, "kind" | "db">, signal: AbortSignal): Promise<void> {
  if (kind !== "embedded") return;
  // Counts are handed over once a second at most unless one asks.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_stat_user_tables
    where n_mod_since_analyze >= ${MOVED_AT_LEAST} and n_mod_since_analyze >= n_live_tup / 5`.execute(db);
  for (const { relname } of rows) {
    if (signal.aborted) return;
    await sql`vacuum (analyze) ${sql.table(relname)}`.execute(db);
  }
}
