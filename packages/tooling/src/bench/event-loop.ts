import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const LONGEST_WAIT_MS = 30_000;

/** How long the event loop of a bff stands. */
export interface EventLoopLog extends Disposable {
  /** Further environment of the bff. */
  env: Readonly<Record<string, string>>;
  /** The stalls since the last reading. */
  read: (pid: number) => Promise<{ p99Ms: number; maxMs: number }>;
}

/** Lets a bff that is started with `env` tell how long its event loop stood. */
export function openEventLoopLog(): EventLoopLog {
  const directory = mkdtempSync(join(tmpdir(), "bench-event-loop-"));
  const file = join(directory, "event-loop.json");
  return {
    env: { EVENT_LOOP_LOG: file, NODE_OPTIONS: `--import=${new URL("./event-loop-log.ts", import.meta.url).href}` },
    async read(pid) {
      rmSync(file, { force: true });
      process.kill(pid, "SIGUSR2");
      const givenUpAt = performance.now() + LONGEST_WAIT_MS;
      while (!existsSync(file)) {
        if (performance.now() > givenUpAt) throw new Error("The server did not write how its event loop stood.");
        await wait(10);
      }
      return JSON.parse(readFileSync(file, "utf8")) as { p99Ms: number; maxMs: number };
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
