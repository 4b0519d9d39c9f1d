import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import { type CallOrigin, givenCallOrigin } from "#/runtime/call-origin.ts";
import { InvariantError } from "#/runtime/errors.ts";
import { storeFailure } from "#/store/sql/store-failure.ts";
import type { Engine, EngineResult } from "./engine.ts";

/**
 * Kysely over one embedded connection. Kysely's own PGlite driver shares the connection, so that another request's
 * query could run inside an open transaction; this one lends it to one holder at a time. `onWritten` is called after each
 * query that may have changed what others see.
 */
export function embeddedDialect(engine: Engine, onWritten: () => void): Dialect {
  return {
    createDriver: () => new EmbeddedDriver(engine, onWritten),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

/** Work beside the requests that waits has its turn after so many of theirs. */
const MOST_ASKED_IN_A_ROW = 8;
/** A request that has had the connection for longer, without so long a pause, waits like work beside the requests. */
const SHORT = { forMs: 50, pauseMs: 1_000 };

type Turn = "asked" | "work";

class EmbeddedDriver implements Driver {
  readonly #connection: EmbeddedConnection;
  readonly #engine: Engine;
  readonly #onWritten: () => void;
  /** Whoever waits for an answer goes first, and a short request before a long one. */
  readonly #waiting: Record<Turn, (() => void)[]> = { asked: [], work: [] };
  readonly #used = new WeakMap<CallOrigin, { forMs: number; until: number }>();
  #askedInARow = 0;
  #holder: { origin: CallOrigin | undefined; turn: Turn; since: number } | undefined;

  constructor(engine: Engine, onWritten: () => void) {
    this.#engine = engine;
    this.#onWritten = onWritten;
    this.#connection = new EmbeddedConnection(engine, onWritten);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const origin = givenCallOrigin();
    const turn = origin?.kind === "work" || this.#usedMs(origin) > SHORT.forMs ? "work" : "asked";
    const hold = () => (this.#holder = { origin, turn, since: performance.now() });
    if (this.#holder === undefined) hold();
    else
      await new Promise<void>((granted) => {
        this.#waiting[turn].push(() => {
          hold();
          granted();
        });
      });
    this.#connection.begin();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const { asked, work } = this.#waiting;
    if (this.#holder !== undefined) {
      const { origin, turn, since } = this.#holder;
      const until = performance.now();
      if (origin !== undefined) this.#used.set(origin, { forMs: this.#usedMs(origin) + until - since, until });
      // The next query of the same request comes in this turn of the loop; after work that began, it would wait for all of that.
      if (turn === "asked" && asked.length === 0 && work.length > 0) return void setImmediate(() => this.#lendNext());
    }
    this.#lendNext();
  }

  #usedMs(origin: CallOrigin | undefined): number {
    const used = origin === undefined ? undefined : this.#used.get(origin);
    return used === undefined || performance.now() - used.until > SHORT.pauseMs ? 0 : used.forMs;
  }

  #lendNext(): void {
    const { asked, work } = this.#waiting;
    const isTurnOfWork = asked.length === 0 || (work.length > 0 && this.#askedInARow >= MOST_ASKED_IN_A_ROW);
    this.#askedInARow = isTurnOfWork ? 0 : this.#askedInARow + 1;
    const next = (isTurnOfWork ? work : asked).shift();
    if (next === undefined) this.#holder = undefined;
    else next();
  }

  async beginTransaction(
    _connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const isolation = isolationLevel === undefined ? "" : ` isolation level ${isolationLevel}`;
    await this.#connection.query(
      `start transaction${isolation}${accessMode === undefined ? "" : ` ${accessMode}`}`,
      [],
    );
  }

  async commitTransaction(): Promise<void> {
    try {
      const { command } = await this.#connection.query("commit", []);
      if (command === "ROLLBACK") throw new AbortedTransactionError();
    } finally {
      this.#onWritten();
    }
  }

  async rollbackTransaction(): Promise<void> {
    await this.#connection.query("rollback", []);
  }

  async destroy(): Promise<void> {
    await this.#engine.close();
  }
}

const reads = /^\s*select\b/i;

class EmbeddedConnection implements DatabaseConnection {
  readonly #engine: Engine;
  readonly #onWritten: () => void;
  #breaks: number | undefined;

  constructor(engine: Engine, onWritten: () => void) {
    this.#engine = engine;
    this.#onWritten = onWritten;
  }

  /** The next queries are of one holder. */
  begin(): void {
    this.#breaks = this.#engine.breaks;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<EngineResult> {
    // The engine that was opened again knows nothing of a transaction that the one before had begun.
    if (this.#breaks !== this.#engine.breaks) throw storeFailure("store_unavailable", undefined);
    return await this.#engine.query(sql, parameters);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, affectedRows } = await this.query(query.sql, query.parameters);
      return {
        rows: asRows<R>(rows),
        ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }),
      };
    } finally {
      if (!reads.test(query.sql)) this.#onWritten();
    }
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator, and there is nothing to yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new InvariantError("The embedded store cannot stream; page by key.");
  }
}

/** Kysely compiled the query from the schema's types, so the rows have the promised type. */
function asRows<R>(rows: unknown[]): R[] {
  return rows as R[];
}
