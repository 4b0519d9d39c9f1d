import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from "kysely";
import type { TimeLimits } from "#/store/sql/time-limits.ts";

/**
 * PostgreSQL with limits in each transaction. They are set within it, since a pooler passes on neither the settings of a
 * session nor those with which one connects; and in one message with its beginning, so that they cost no round trip.
 */
export class BoundedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #limits: () => TimeLimits;

  constructor(config: PostgresDialectConfig, limits: () => TimeLimits) {
    super(config);
    this.#config = config;
    this.#limits = limits;
  }

  override createDriver(): Driver {
    return new BoundedDriver(this.#config, this.#limits);
  }
}

class BoundedDriver extends PostgresDriver {
  readonly #limits: () => TimeLimits;

  constructor(config: PostgresDialectConfig, limits: () => TimeLimits) {
    super(config);
    this.#limits = limits;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: Parameters<Driver["beginTransaction"]>[1],
  ): Promise<void> {
    const { idleMs, lockMs, statementMs } = this.#limits();
    const begin = [
      "begin",
      ...(isolationLevel === undefined ? [] : [`isolation level ${isolationLevel}`]),
      ...(accessMode === undefined ? [] : [accessMode]),
    ].join(" ");
    const settings = `set local idle_in_transaction_session_timeout = ${idleMs}; set local lock_timeout = ${lockMs}; set local statement_timeout = ${statementMs}`;
    await connection.executeQuery(CompiledQuery.raw(`${begin}; ${settings}`));
  }
}
