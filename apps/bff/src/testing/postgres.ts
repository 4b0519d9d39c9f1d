import { randomBytes } from "node:crypto";
import pg from "pg";
import { describe, inject } from "vitest";
import { openPostgresStore, type Store } from "#/store/engine/database.ts";
import { migrateToLatest } from "#/store/migrations/migrate.ts";
import type { PostgresForTests } from "./postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgres: PostgresForTests;
  }
}

/**
 * Tests that need PostgreSQL, in a file `*.pg.test.ts`. Without it they are skipped, and their name gives the reason.
 */
export function describeOnPostgres(name: string, tests: () => void): void {
  const postgres = inject("postgres");
  const why = "missing" in postgres ? ` (${postgres.missing})` : "";
  describe.skipIf(why !== "")(`${name}${why}`, () => {
    tests();
  });
}

/** Creates an empty database and returns its address. */
export async function createDatabase(): Promise<string> {
  const postgres = inject("postgres");
  if ("missing" in postgres) throw new Error(postgres.missing);
  const name = `directory_console_test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const own = new URL(postgres.url);
  own.pathname = `/${name}`;
  return own.href;
}

/** An empty, migrated store in its own database. */
export async function openTestStoreOnPostgres(): Promise<Store> {
  const store = await openPostgresStore({ databaseUrl: await createDatabase(), onError: () => {} });
  await migrateToLatest(store.db);
  return store;
}
