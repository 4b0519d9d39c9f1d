import { ANSWER_LIMITS, type AnswerLimits, openAnsweringPool } from "./answering-pool.ts";
import { BoundedDialect } from "./bounded-dialect.ts";
import { type Dialect, Kysely, type PostgresPool, sql } from "kysely";
import type { Pool } from "pg";
import { embeddedDialect } from "./embedded-dialect.ts";
import type { Engine } from "./engine.ts";
import type { StoreUnavailableError } from "#/runtime/errors.ts";
import type { Schema } from "#/store/schema/schema.ts";
import { type ConnectionWaits, createConnectionWaits } from "#/store/sql/connection-waits.ts";
import { limitedDatabase } from "#/store/reach/limited-database.ts";
import { storeFailure, storeTroubleOf } from "#/store/sql/store-failure.ts";
import { currentTimeLimits, type TimeLimits } from "#/store/sql/time-limits.ts";
import { type Database, guardedDialect, transact } from "#/store/sql/transaction.ts";
import { parserOf } from "./value-parsers.ts";

export const APPLICATION_NAME = "directory-console";

/** An open store. `close` waits for running work, and releases the directory. */
export interface Store {
  kind: "embedded" | "postgres";
  db: Database;
  waits: ConnectionWaits;
  /** The same store as somebody sees it who is limited to these referrers: a person or a token, where what is their own counts. */
  limitedTo(referrers: readonly string[], actorId?: string): Database;
  /** Throws a StoreUnavailableError if the store does not answer, or nothing can be saved in it. */
  check(): Promise<void>;
  /** Counts what may have changed the store; absent where other processes may change it, too. */
  writes?(): number;
  /** Called each time an embedded store went on after it broke: what was being committed then may be in it or not. */
  onReopened?(listener: () => void): void;
  close(): Promise<void>;
}

/** A store on an engine that is already open. */
export function storeOverEngine(engine: Engine): Store {
  let writes = 0;
  const { db, waits, limitedTo, check } = checkedDatabase(embeddedDialect(engine, () => void (writes += 1)));
  return {
    kind: "embedded",
    db,
    waits,
    limitedTo,
    async check() {
      try {
        await engine.checkDisk?.();
      } catch (error) {
        throw storeFailure(storeTroubleOf(error) ?? "store_unavailable", error);
      }
      await check();
    },
    writes: () => writes,
    onReopened: (listener) => engine.onReopened?.(listener),
    async close() {
      await db.destroy();
      await engine.close();
    },
  };
}

interface PostgresOptions {
  databaseUrl: string;
  onError: (error: Error) => void;
  answerLimits?: AnswerLimits;
  timeLimits?: () => TimeLimits;
}

/**
 * A store on PostgreSQL, shared by any number of processes. Connections that are lost are opened anew for the next query;
 * `onError` is told of each.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  return storeOverPool(await openPostgresPool(options), options.timeLimits);
}

/** A store over connections that are open, or opened when they are needed; closing it ends them. */
export function storeOverPool(pool: PostgresPool, timeLimits = currentTimeLimits): Store {
  const { db, ...checked } = checkedDatabase(new BoundedDialect({ pool }, timeLimits));
  return { kind: "postgres", db, ...checked, close: () => db.destroy() };
}

/** The connections of a store on PostgreSQL. */
export async function openPostgresPool({
  databaseUrl,
  onError,
  answerLimits = ANSWER_LIMITS,
  timeLimits = currentTimeLimits,
}: PostgresOptions): Promise<Pool> {
  const { default: pg } = await import("pg");
  const byDefault = new pg.TypeOverrides();
  const types = {
    // It is asked for once for each column of an answer.
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      format === "binary" ? byDefault.getTypeParser(oid, format) : parserOf(oid),
  };
  const config = {
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
    application_name: APPLICATION_NAME,
  };
  const pool = await openAnsweringPool(config, { ...answerLimits, statementMs: () => timeLimits().statementMs });
  // The pool listens to idle connections alone, and an error that nobody listens to ends the process.
  pool.on("connect", (client) => client.on("error", onError));
  pool.on("error", () => {});
  return pool;
}

/** A database, and its check: after a failure it tries to save something, since reading can go on where saving cannot. */
function checkedDatabase(dialect: Dialect): Pick<Store, "db" | "waits" | "limitedTo" | "check"> {
  let failed: StoreUnavailableError | undefined;
  const waits = createConnectionWaits();
  const guarded = guardedDialect(dialect, { waits, onFailure: (failure) => (failed = failure) });
  const driver = guarded.createDriver();
  const db: Database = new Kysely<Schema>({ dialect: { ...guarded, createDriver: () => driver } });
  return {
    db,
    waits,
    limitedTo: (referrers, actorId = "") => limitedDatabase({ driver, dialect: guarded }, referrers, actorId),
    async check() {
      const { rows } = await sql<{ isReadOnly: boolean }>`
        select current_setting('transaction_read_only') = 'on' as "isReadOnly"`.execute(db);
      if (rows[0]?.isReadOnly === true) throw storeFailure("store_read_only", undefined);
      const before = failed;
      if (before === undefined) return;
      await transact(db, async (trx) => {
        await sql`create temporary table store_check on commit drop as
          select repeat(md5(row::text), 60) from generate_series(1, 64) as row`.execute(trx);
      });
      if (failed === before) failed = undefined;
    },
  };
}

/** Throws if the store does not answer. */
export async function ping(db: Database): Promise<void> {
  await db.selectNoFrom((select) => select.lit(1).as("one")).execute();
}
