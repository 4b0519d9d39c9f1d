import { sql } from "kysely";
import type { Store } from "#/store/engine/database.ts";

const MOVED_AT_LEAST = 500;
const DEAD_AT_LEAST = 5_000;

/**
 * Analyses the tables of the embedded store that have moved much, which nothing else does there: without it the planner knows
 * no sizes and reads a whole roster to show a page. A table in which more rows are dead than alive is vacuumed too, which holds
 * the one connection longer. PostgreSQL does both by itself.
 */
export async function maintainStore({ kind, db }: Pick<Store, "kind" | "db">, signal: AbortSignal): Promise<void> {
  if (kind !== "embedded") return;
  // Counts are handed over once a second at most unless one asks.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ relname: string; wasteful: boolean }>`
    select relname, n_dead_tup >= ${DEAD_AT_LEAST} and n_dead_tup >= n_live_tup as wasteful from pg_stat_user_tables
    where (n_mod_since_analyze >= ${MOVED_AT_LEAST} and n_mod_since_analyze >= n_live_tup / 5)
      or (n_dead_tup >= ${DEAD_AT_LEAST} and n_dead_tup >= n_live_tup)`.execute(db);
  for (const { relname, wasteful } of rows) {
    if (signal.aborted) return;
    await sql`${sql.raw(wasteful ? "vacuum (analyze)" : "analyze")} ${sql.table(relname)}`.execute(db);
  }
}
