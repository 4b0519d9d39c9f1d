import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { PostgresServer } from "#/testing/postgres-server.ts";

const LONGEST_WAIT_MS = 5_000;

/** Makes a bff sample its functions, and count and time the queries of its embedded store, and reports them. */
export interface QueryLog extends Disposable {
  /** Further environment of the bff. */
  env: Readonly<Record<string, string>>;
  /** Writes the costliest queries and functions since the last report to standard error. */
  print: (pid: number, what: string) => Promise<void>;
}

/** Settings of PostgreSQL with which it counts and times its statements. */
export const COUNTS_STATEMENTS = ["shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track=top"];

const MOST_LISTED = 30;

/** Given a PostgreSQL that counts its statements, those are reported in the place of the embedded store's. */
export function openQueryLog(postgres?: PostgresServer): QueryLog {
  const directory = mkdtempSync(join(tmpdir(), "bench-queries-"));
  const file = join(directory, "queries.txt");
  return {
    env: { QUERY_LOG: file, NODE_OPTIONS: `--import=${new URL("./query-log.ts", import.meta.url).href}` },
    async print(pid, what) {
      rmSync(file, { force: true });
      process.kill(pid, "SIGUSR2");
      const givenUpAt = performance.now() + LONGEST_WAIT_MS;
      while (!existsSync(file)) {
        if (performance.now() > givenUpAt) throw new Error("The server did not write its queries.");
        await wait(20);
      }
      if (postgres !== undefined) for (const line of await statementsOf(postgres)) console.error(line);
      console.error(`  ${what}: ${readFileSync(file, "utf8")}`);
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** The costliest statements of PostgreSQL since they were last asked for. */
async function statementsOf(postgres: PostgresServer): Promise<string[]> {
  await postgres.run("create extension if not exists pg_stat_statements");
  const rows = await postgres.run(`
    select round(sum(total_exec_time)) as ms, sum(calls) as times, left(regexp_replace(query, '\\s+', ' ', 'g'), 160) as text
    from pg_stat_statements group by text order by sum(total_exec_time) desc limit ${MOST_LISTED}`);
  await postgres.run("select pg_stat_statements_reset()");
  return rows.map(
    ({ ms, times, text }) => `${String(ms).padStart(8)} ms ${String(times).padStart(6)} × ${String(text)}`,
  );
}
