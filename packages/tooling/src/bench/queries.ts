import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const LONGEST_WAIT_MS = 5_000;

/** Makes a bff count and time the queries of its embedded store, and reports them. */
export interface QueryLog extends Disposable {
  /** Further environment of the bff. */
  env: Readonly<Record<string, string>>;
  /** Writes the costliest queries since the last report to standard error. */
  print: (pid: number, what: string) => Promise<void>;
}

export function openQueryLog(): QueryLog {
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
      console.error(`  ${what}: ${readFileSync(file, "utf8")}`);
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
