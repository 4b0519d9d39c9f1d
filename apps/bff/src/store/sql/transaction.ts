import { AsyncLocalStorage } from "node:async_hooks";
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  Kysely,
  Transaction as KyselyTransaction,
} from "kysely";
import { InvariantError, StoreUnavailableError } from "#/runtime/errors.ts";
import type { Schema } from "#/store/schema/schema.ts";
import type { ConnectionWaits } from "./connection-waits.ts";
import { storeFailure, storeTroubleOf, toStoreFailure } from "./store-failure.ts";

export type Database = Kysely<Schema>;
export type Transaction = KyselyTransaction<Schema>;

const inside = new AsyncLocalStorage<true>();

/** The only way to open a transaction. Until `work` ends, all of its queries must use the given transaction. */
export async function transact<T>(db: Database, work: (trx: Transaction) => Promise<T>): Promise<T> {
  return await db.transaction().execute((trx) => inside.run(true, () => work(trx)));
}

/** A transaction that only reads, and sees the store as it is at its beginning. */
export async function readConsistently<T>(db: Database, work: (trx: Transaction) => Promise<T>): Promise<T> {
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((trx) => inside.run(true, () => work(trx)));
}

export interface StoreWatch {
  waits: ConnectionWaits;
  onFailure: (failure: StoreUnavailableError) => void;
}

/**
 * A dialect whose errors tell a store that cannot work from a query that is wrong, and which fails a query on the root
 * database inside a transaction at once: on one connection it would wait forever.
 */
export function guardedDialect(dialect: Dialect, watch: StoreWatch): Dialect {
  return {
    createDriver: () => new GuardedDriver(dialect.createDriver(), watch),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

class GuardedDriver implements Driver {
  readonly #driver: Driver;
  readonly #watch: StoreWatch;
  readonly #guarded = new WeakSet<DatabaseConnection>();
  readonly #inTransaction = new WeakSet<DatabaseConnection>();

  constructor(driver: Driver, watch: StoreWatch) {
    this.#driver = driver;
    this.#watch = watch;
  }

  async init(options?: Parameters<Driver["init"]>[0]): Promise<void> {
    await this.#driver.init(options);
  }

  async acquireConnection(options?: Parameters<Driver["acquireConnection"]>[0]): Promise<DatabaseConnection> {
    if (inside.getStore() === true) {
      throw new InvariantError(
        "A query on the root database inside a transaction: use the transaction that was passed in.",
      );
    }
    try {
      const connection = await this.#watch.waits.during(() => this.#driver.acquireConnection(options));
      this.#guard(connection);
      return connection;
    } catch (error) {
      throw this.#noted(storeFailure(storeTroubleOf(error) ?? "store_unavailable", error));
    }
  }

  async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<Driver["beginTransaction"]>[1],
  ): Promise<void> {
    this.#inTransaction.add(connection);
    await this.#failing(() => this.#driver.beginTransaction(connection, settings), false);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // From here on a lost answer leaves open whether it is saved.
    this.#inTransaction.delete(connection);
    await this.#failing(() => this.#driver.commitTransaction(connection), true);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await this.#driver.rollbackTransaction(connection);
    } catch (error) {
      // What a lost connection had begun is rolled back; the error that led here says more than this one.
      if (storeTroubleOf(error) === undefined) throw error;
    }
  }

  async releaseConnection(
    connection: DatabaseConnection,
    options?: Parameters<Driver["releaseConnection"]>[1],
  ): Promise<void> {
    this.#inTransaction.delete(connection);
    await this.#driver.releaseConnection(connection, options);
  }

  async destroy(options?: Parameters<Driver["destroy"]>[0]): Promise<void> {
    await this.#driver.destroy(options);
  }

  /** A connection of a pool comes again and again. */
  #guard(connection: DatabaseConnection): void {
    if (this.#guarded.has(connection)) return;
    this.#guarded.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async (query, options) =>
      await this.#failing(() => execute(query, options), !this.#inTransaction.has(connection) && canWrite(query));
  }

  async #failing<T>(work: () => Promise<T>, isOutcomeUnknown: boolean): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const failure = toStoreFailure(error, { isOutcomeUnknown });
      throw failure instanceof StoreUnavailableError ? this.#noted(failure) : failure;
    }
  }

  #noted(failure: StoreUnavailableError): StoreUnavailableError {
    this.#watch.onFailure(failure);
    return failure;
  }
}

/** Whether a statement outside a transaction may have changed something when its answer is lost. */
function canWrite({ sql }: CompiledQuery): boolean {
  return !/^\s*(?:select|show)\b/i.test(sql);
}
