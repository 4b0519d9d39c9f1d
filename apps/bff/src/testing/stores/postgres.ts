import type { PostgresPool } from "kysely";
import type { Pool } from "pg";
import { describe, inject } from "vitest";
import { openPostgresPool, type Store, storeOverPool } from "#/store/engine/database.ts";
import { emptyAgain, type EmptySchema, type Run, schemaOf } from "./empty-again.ts";
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

/** Connections that no test uses now; they know the tables and statements already, which takes them half a second. */
const unused: EmptyPool[] = [];

interface EmptyPool {
  pool: Pool;
  schema: EmptySchema;
}

/** An empty, migrated store in a database that no other test uses meanwhile. */
export async function openTestStoreOnPostgres(): Promise<Store> {
  return storeOverPool(reusedAfterEnd(unused.pop() ?? (await openEmptyPool())));
}

async function openEmptyPool(): Promise<EmptyPool> {
  const pool = await openPostgresPool({ databaseUrl: await createMigratedDatabase(), onError: () => {} });
  return { pool, schema: await onOneConnection(pool, schemaOf) };
}

function reusedAfterEnd({ pool, schema }: EmptyPool): PostgresPool {
  let hasEnded = false;
  return {
    options: pool.options,
    async connect() {
      if (hasEnded) throw new Error("The store is closed.");
      return await pool.connect();
    },
    async end() {
      if (hasEnded) return;
      hasEnded = true;
      // What still holds a connection could write into the store of the next test.
      const isIdle = pool.idleCount === pool.totalCount && pool.waitingCount === 0;
      const isEmpty = isIdle && (await onOneConnection(pool, (run) => emptyAgain(run, schema)).catch(() => false));
      if (isEmpty) unused.push({ pool, schema });
      else await pool.end();
    },
  };
}

async function onOneConnection<Result>(pool: Pool, work: (run: Run) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(async (statement) => (await client.query(statement)).rows as unknown[]);
  } finally {
    client.release();
  }
}

function postgresUrl(): string {
  const postgres = inject("postgres");
  if ("missing" in postgres) throw new Error(postgres.missing);
  return postgres.url;
}
