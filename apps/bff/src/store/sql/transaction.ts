import { AsyncLocalStorage } from "node:async_hooks";
import type { Dialect, Driver, Kysely, Transaction as KyselyTransaction } from "kysely";
import { InvariantError, StoreUnavailableError } from "#/runtime/errors.ts";
import type { Schema } from "#/store/schema/schema.ts";
import type { ConnectionWaits } from "./connection-waits.ts";

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

/** Makes a query on the root database inside a transaction fail at once; on one connection it would wait forever. */
export function guardedDialect(dialect: Dialect, waits: ConnectionWaits): Dialect {
  return {
    createDriver: () => guardedDriver(dialect.createDriver(), waits),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

function guardedDriver(driver: Driver, waits: ConnectionWaits): Driver {
  return new Proxy(driver, {
    get(target, name) {
      if (name === "acquireConnection") {
        return async (...args: Parameters<Driver["acquireConnection"]>) => {
          if (inside.getStore() === true) {
            throw new InvariantError(
              "A query on the root database inside a transaction: use the transaction that was passed in.",
            );
          }
          try {
            return await waits.during(() => target.acquireConnection(...args));
          } catch (error) {
            throw new StoreUnavailableError("The store cannot be reached.", { cause: error });
          }
        };
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function"
        ? (...args: unknown[]): unknown => Reflect.apply(member, target, args)
        : member;
    },
  });
}
