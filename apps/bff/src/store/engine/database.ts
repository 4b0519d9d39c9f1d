import { type Dialect, Kysely, PostgresDialect } from "kysely";
import { embeddedDialect } from "./embedded-dialect.ts";
import type { Engine } from "./engine.ts";
import type { Schema } from "#/store/schema/schema.ts";
import { type ConnectionWaits, createConnectionWaits } from "#/store/sql/connection-waits.ts";
import { type Database, guardedDialect } from "#/store/sql/transaction.ts";
import { valueParsers } from "./value-parsers.ts";

export const APPLICATION_NAME = "directory-console";

/** An open store. `close` waits for running work, and releases the directory. */
export interface Store {
  kind: "embedded" | "postgres";
  db: Database;
  waits: ConnectionWaits;
  close(): Promise<void>;
}

/** A store on an engine that is already open. */
export function storeOverEngine(engine: Engine): Store {
  const waits = createConnectionWaits();
  const db = databaseOver(embeddedDialect(engine), waits);
  return {
    kind: "embedded",
    db,
    waits,
    async close() {
      await db.destroy();
      await engine.close();
    },
  };
}

/** A store on PostgreSQL, shared by any number of processes. */
export async function openPostgresStore({
  databaseUrl,
  onError,
}: {
  databaseUrl: string;
  onError: (error: Error) => void;
}): Promise<Store> {
  const { default: pg } = await import("pg");
  const types = new pg.TypeOverrides();
  for (const [oid, parse] of Object.entries(valueParsers)) types.setTypeParser(Number(oid), parse);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 10_000,
    types,
    application_name: APPLICATION_NAME,
  });
  pool.on("error", onError);
  const waits = createConnectionWaits();
  const db = databaseOver(new PostgresDialect({ pool }), waits);
  return { kind: "postgres", db, waits, close: () => db.destroy() };
}

function databaseOver(dialect: Dialect, waits: ConnectionWaits): Database {
  return new Kysely<Schema>({ dialect: guardedDialect(dialect, waits) });
}

/** Throws if the store does not answer. */
export async function ping(db: Database): Promise<void> {
  await db.selectNoFrom((select) => select.lit(1).as("one")).execute();
}
