import { sql } from "kysely";
import { foldCounts } from "./fold-counts.ts";
import type { Store } from "#/store/engine/database.ts";
import { type Database, transact } from "./transaction.ts";

const MOVED_AT_LEAST = 50;
const DEAD_AT_LEAST = 5_000;

/**
 * Analyses heavily changed tables: without statistics the planner reads a whole roster for one page. On the embedded store, where no
 * autovacuum runs, tables with more dead than live rows are also vacuumed, which takes longer. PostgreSQL's own looks once a minute:
 * it is forestalled alone where most of a table is new, such as after the first import. Kept counts are folded before.
 */
export async function maintainStore({ kind, db }: Pick<Store, "kind" | "db">, signal: AbortSignal): Promise<void> {
  await foldCounts(db, signal);
  // Unless requested, statistics are flushed at most once a second.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const isEmbedded = kind === "embedded";
  const { rows } = await sql<{ relname: string; wasteful: boolean }>`
    select relname, n_dead_tup >= ${DEAD_AT_LEAST} and n_dead_tup >= n_live_tup as wasteful from pg_stat_user_tables
    where schemaname = current_schema() and (
      (n_mod_since_analyze >= ${MOVED_AT_LEAST} and n_mod_since_analyze >= n_live_tup / ${isEmbedded ? 5 : 2}::integer)
      or (${isEmbedded}::boolean and n_dead_tup >= ${DEAD_AT_LEAST} and n_dead_tup >= n_live_tup))`.execute(db);
  for (const { relname, wasteful } of rows) {
    if (signal.aborted) return;
    if (!isEmbedded) await sql`analyze (skip_locked) ${sql.table(relname)}`.execute(db);
    else {
      if (wasteful) await sql`vacuum ${sql.table(relname)}`.execute(db);
      await analyzeSample(db, relname);
    }
  }
}

/** Of a sample of 3,000 rows in place of 30,000, since everything else waits for the one connection meanwhile. */
async function analyzeSample(db: Database, table: string): Promise<void> {
  await transact(db, async (trx) => {
    await sql`set local default_statistics_target = 10`.execute(trx);
    await sql`analyze ${sql.table(table)}`.execute(trx);
  });
}
