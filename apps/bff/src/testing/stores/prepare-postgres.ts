import { randomBytes } from "node:crypto";
import { type PostgresServer, startPostgres } from "@dc/tooling/testing/postgres-server";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openPostgresStore } from "#/store/engine/database.ts";
import { migrateToLatest } from "#/store/migrations/migrate.ts";

/** The address of PostgreSQL for tests, or the reason why there is none. */
export type PostgresForTests = { url: string } | { missing: string };

type StartedPostgres = Pick<PostgresServer, "url" | typeof Symbol.asyncDispose>;

/**
 * One PostgreSQL for all test files of a run that need it: that of TEST_DATABASE_URL, or one started here. Without either the tests
 * are skipped with the reason; in CI that is an error.
 */
export async function preparePostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!project.vitest.state.getPaths().some((path) => path.endsWith(".pg.test.ts"))) return undefined;
  const { postgres, stop } = await postgresForTests(process.env, () =>
    startPostgres({
      flags: ["fsync=off", "autovacuum=off", "full_page_writes=off", "synchronous_commit=off", "jit=off"],
    }),
  );
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
  // Copied as files, which costs half of what writing a log of it does.
  const from = template === undefined ? "" : ` template ${template} strategy file_copy`;
  await queryPostgres(url, `create database ${name}${from}`);
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
