import { sql } from "kysely";
import { type Database, transact } from "#/store/sql/transaction.ts";

export interface AttemptLimit {
  attempts: number;
  withinMs: number;
}

/** Counts an attempt on the account, or says how long to wait when there were too many. Exact with many at once. */
export async function countAttempt(
  db: Database,
  { id, account, now, limit }: { id: string; account: string; now: Date; limit: AttemptLimit },
): Promise<{ waitMs: number }> {
  const since = new Date(now.getTime() - limit.withinMs);
  return await transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${account}))`.execute(trx);
    await trx.deleteFrom("sign_in_attempt").where("at", "<=", since).execute();
    const recent = await trx
      .selectFrom("sign_in_attempt")
      .select("at")
      .where("account", "=", account)
      .orderBy("at")
      .execute();
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= limit.attempts)
      return { waitMs: oldest.at.getTime() - since.getTime() };
    await trx.insertInto("sign_in_attempt").values({ id, account, at: now }).execute();
    return { waitMs: 0 };
  });
}

export async function forgetAttempts(db: Database, account: string): Promise<void> {
  await db.deleteFrom("sign_in_attempt").where("account", "=", account).execute();
}
