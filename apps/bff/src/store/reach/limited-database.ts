import {
  type CompiledQuery,
  CompiledQuery as Query,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  sql,
} from "kysely";
import { InvariantError } from "#/runtime/errors.ts";
import type { Schema } from "#/store/schema/schema.ts";
import { ACTOR_SETTING, LIMITED_SCHEMA, REFERRERS_SETTING } from "#/store/schema/seen-rows.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** What a limited database stands on: the same connections as the store's own. */
export interface SharedDriver {
  driver: Driver;
  dialect: Dialect;
}

/**
 * The store as somebody sees it who is limited to these referrers: every query, also raw ones and writes, meets the views of
 * `limited-views.ts` in place of the tables. Each runs in a transaction, whose settings end with it.
 */
export function limitedDatabase(
  { driver, dialect }: SharedDriver,
  referrers: readonly string[],
  actorId: string,
): Database {
  const wrong = referrers.find((id) => !/^ref_[0-9A-Za-z]{16}$/.test(id));
  if (wrong !== undefined) throw new InvariantError(`Not the id of a referrer: ${wrong}`);
  return new Kysely<Schema>({
    dialect: {
      createDriver: () => new LimitedDriver(driver, referrers, actorId),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
    },
  });
}

/**
 * Runs work on the tables themselves, also in a transaction of somebody limited: what is derived for everybody rests on all that
 * there is, not on what they see. Work that throws ends its transaction, and with it this.
 */
export async function withoutLimits(trx: Transaction, work: () => Promise<void>): Promise<void> {
  const setPath = async (path: string) => await sql`select set_config('search_path', ${path}, true)`.execute(trx);
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(trx);
  const path = rows[0]?.path ?? "";
  const isLimited = path.startsWith(LIMITED_SCHEMA);
  if (isLimited) await setPath("public");
  await work();
  if (isLimited) await setPath(path);
}

class LimitedDriver implements Driver {
  readonly #driver: Driver;
  readonly #limit: CompiledQuery;

  constructor(driver: Driver, referrers: readonly string[], actorId: string) {
    this.#driver = driver;
    this.#limit = Query.raw(
      `select set_config('search_path', '${LIMITED_SCHEMA}, public', true), set_config('${REFERRERS_SETTING}', $1, true), set_config('${ACTOR_SETTING}', $2, true)`,
      [referrers.join(","), actorId],
    );
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new LimitedConnection(await this.#driver.acquireConnection(), (connection, work) =>
      this.#alone(connection, work),
    );
  }

  async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<Driver["beginTransaction"]>[1],
  ): Promise<void> {
    const ofConnection = ofLimited(connection);
    await this.#driver.beginTransaction(ofConnection.inner, settings);
    ofConnection.isInTransaction = true;
    await ofConnection.inner.executeQuery(this.#limit);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const ofConnection = ofLimited(connection);
    ofConnection.isInTransaction = false;
    await this.#driver.commitTransaction(ofConnection.inner);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const ofConnection = ofLimited(connection);
    ofConnection.isInTransaction = false;
    await this.#driver.rollbackTransaction(ofConnection.inner);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await this.#driver.releaseConnection(ofLimited(connection).inner);
  }

  /** The connections are those of the store, which closes them. */
  async destroy(): Promise<void> {}

  /** One query that is in no transaction gets one of its own. */
  async #alone<T>(connection: LimitedConnection, work: () => Promise<T>): Promise<T> {
    await this.beginTransaction(connection, {});
    try {
      const result = await work();
      await this.commitTransaction(connection);
      return result;
    } catch (error) {
      if (connection.isInTransaction) await this.rollbackTransaction(connection);
      throw error;
    }
  }
}

class LimitedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #alone: (connection: LimitedConnection, work: () => Promise<unknown>) => Promise<unknown>;
  isInTransaction = false;

  constructor(
    inner: DatabaseConnection,
    alone: (connection: LimitedConnection, work: () => Promise<unknown>) => Promise<unknown>,
  ) {
    this.inner = inner;
    this.#alone = alone;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.isInTransaction) return await this.inner.executeQuery<R>(query);
    return (await this.#alone(this, () => this.inner.executeQuery<R>(query))) as QueryResult<R>;
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator, and nothing here streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new InvariantError("A limited database does not stream; page by key.");
  }
}

function ofLimited(connection: DatabaseConnection): LimitedConnection {
  if (connection instanceof LimitedConnection) return connection;
  throw new InvariantError("A connection of another driver.");
}
