import { describe, inject } from "vitest";
import { openPostgresStore, type Store } from "#/store/engine/database.ts";
import { createDatabaseIn, type PostgresForTests } from "./prepare-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgres: PostgresForTests;
    /** The name of the migrated database that test stores are copied from. */
    migratedDatabase: string;
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
  return await createDatabaseIn(postgresUrl());
}

/** Creates a migrated database, a copy of one that is migrated once for each run, and returns its address. */
export async function createMigratedDatabase(): Promise<string> {
  return await createDatabaseIn(postgresUrl(), inject("migratedDatabase"));
}

/** An empty, migrated store in its own database. */
export async function openTestStoreOnPostgres(): Promise<Store> {
  return await openPostgresStore({ databaseUrl: await createMigratedDatabase(), onError: () => {} });
}

function postgresUrl(): string {
  const postgres = inject("postgres");
  if ("missing" in postgres) throw new Error(postgres.missing);
  return postgres.url;
}
