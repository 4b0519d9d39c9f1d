import { sql } from "kysely";
import { expect } from "vitest";
import { type Database, transact, type Transaction } from "#/store/sql/transaction.ts";

/**
 * What is answered to somebody who asks while another transaction holds what `hold` locks, and who waits for it on PostgreSQL until
 * that has written `write` as well and is committed.
 */
export async function answerBehind<T>(
  db: Database,
  { hold, write }: { hold: (trx: Transaction) => Promise<unknown>; write?: (trx: Transaction) => Promise<unknown> },
  ask: () => Promise<T>,
): Promise<T> {
  const [holds, isAwaited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = transact(db, async (trx) => {
    await hold(trx);
    holds.resolve();
    await isAwaited.promise;
    await write?.(trx);
  });
  await holds.promise;
  const asked = ask();
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBeGreaterThan(0);
  isAwaited.resolve();
  await other;
  return await asked;
}
