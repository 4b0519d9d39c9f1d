import { sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { up as foundation } from "./0001-foundation.ts";
import { up as sending } from "./0002-sending.ts";
import { up as summaries } from "./0003-summaries.ts";
import { up as stagedOrder } from "./0004-staged-order.ts";
import { up as references } from "./0005-references.ts";
import { up as developer } from "./0006-developer.ts";
import { up as listOrders } from "./0007-list-orders.ts";
import { up as proposals } from "./0008-proposals.ts";
import { up as bookingAttempts } from "./0009-booking-attempts.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** Every migration by its name, in the order in which they run. */
export const migrations: { [name: string]: Migration } = {
  "0001-foundation": { up: foundation },
  "0002-sending": { up: sending },
  "0003-summaries": { up: summaries },
  "0004-staged-order": { up: stagedOrder },
  "0005-references": { up: references },
  "0006-developer": { up: developer },
  "0007-list-orders": { up: listOrders },
  "0008-proposals": { up: proposals },
  "0009-booking-attempts": { up: bookingAttempts },
};

/**
 * Brings the store to the newest shape; several processes may do so at once. Throws what the failing migration said.
 * A store that has all of them is asked for their names alone: the migrator's own look at it costs a tenth of a second.
 */
export async function migrateToLatest(db: Database): Promise<void> {
  if (sameNames(await namesOfRun(db), Object.keys(migrations))) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error("A migration failed.", { cause: error });
}

/** The migrations that the store still lacks, by name. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const run = new Set(await namesOfRun(db));
  return Object.keys(migrations).filter((name) => !run.has(name));
}

function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && new Set(one).isSubsetOf(new Set(other));
}

async function namesOfRun(db: Database): Promise<string[]> {
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as there`.execute(db);
  if (rows[0]?.there !== true) return [];
  const run = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return run.rows.map(({ name }) => name);
}
