import { sql } from "kysely";
import type { Store } from "#/store/engine/database.ts";

const MOVED_AT_LEAST = 50;
const DEAD_AT_LEAST = 5_000;

/**
 * Analyses heavily changed tables of the embedded store, where no autovacuum runs: without statistics the planner reads
 * a whole roster for one page. Tables with more dead than live rows are also vacuumed, which takes longer.
 */
export async function maintainStore({ kind, db }: Pick<Store, "kind" | "db">, signal: AbortSignal): Promise<void> {
  if (kind !== "embedded") return;
  // Unless requested, statistics are flushed at most once a second.
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
