import { type Migration, Migrator } from "kysely/migration";
import { up as foundation } from "./migrations/0001-foundation.ts";
import { up as sending } from "./migrations/0002-sending.ts";
import { up as summaries } from "./migrations/0003-summaries.ts";
import { up as stagedOrder } from "./migrations/0004-staged-order.ts";
import { up as references } from "./migrations/0005-references.ts";
import { up as developer } from "./migrations/0006-developer.ts";
import { up as listOrders } from "./migrations/0007-list-orders.ts";
import type { Database } from "./transaction.ts";

const migrations: { [name: string]: Migration } = {
  "0001-foundation": { up: foundation },
  "0002-sending": { up: sending },
  "0003-summaries": { up: summaries },
  "0004-staged-order": { up: stagedOrder },
  "0005-references": { up: references },
  "0006-developer": { up: developer },
  "0007-list-orders": { up: listOrders },
};

function migratorOf(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/** Brings the store to the newest shape; several processes may do so at once. Throws what the failing migration said. */
export async function migrateToLatest(db: Database): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error("A migration failed.", { cause: error });
}

/** The migrations that the store still lacks, by name. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const known = await migratorOf(db).getMigrations();
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}
