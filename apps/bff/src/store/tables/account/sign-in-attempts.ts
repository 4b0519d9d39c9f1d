import { type Selectable, sql } from "kysely";
import type { SignInAttemptTable } from "#/store/schema/access-tables.ts";
import { type Database, transact } from "#/store/sql/transaction.ts";

export type SignInAttempt = Selectable<SignInAttemptTable>;

/**
 * Records the attempt unless `waitMs` of the attempts on its account and from its address says how long to wait; then nothing
 * is recorded. `recent` holds those since `since`, oldest first. Exact under concurrency.
 */
export async function recordAttempt(
  db: Database,
  attempt: SignInAttempt,
  { since, waitMs }: { since: Date; waitMs: (recent: readonly SignInAttempt[]) => number },
): Promise<number> {
  return await transact(db, async (trx) => {
    // In one order, so that two attempts never wait for each other.
    for (const key of [attempt.account, attempt.address].toSorted())
      await sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(trx);
    await trx.deleteFrom("sign_in_attempt").where("at", "<=", since).execute();
    const recent = await trx
      .selectFrom("sign_in_attempt")
      .selectAll()
      .where((row) => row.or([row("account", "=", attempt.account), row("address", "=", attempt.address)]))
      .orderBy("at")
      .execute();
    const wait = waitMs(recent);
    if (wait <= 0) await trx.insertInto("sign_in_attempt").values(attempt).execute();
    return Math.max(wait, 0);
  });
}

/** Forgets the attempts on the account from where it has just been entered; those from elsewhere go on counting. */
export async function forgetAttempts(
  db: Database,
  { account, address, device }: Pick<SignInAttempt, "account" | "address" | "device">,
): Promise<void> {
  await db
    .deleteFrom("sign_in_attempt")
    .where("account", "=", account)
    .where((row) =>
      device === null ? row.and([row("address", "=", address), row("device", "is", null)]) : row("device", "=", device),
    )
    .execute();
}
