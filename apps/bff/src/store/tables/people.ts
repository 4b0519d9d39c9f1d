import { type Selectable, sql } from "kysely";
import type { PersonTable } from "#/store/schema/access-tables.ts";
import { type Database, transact } from "#/store/sql/transaction.ts";

export type PersonRow = Selectable<PersonTable>;

export async function hasAdministrator(db: Database): Promise<boolean> {
  const found = await db.selectFrom("person").select("id").where("role", "=", "admin").limit(1).executeTakeFirst();
  return found !== undefined;
}

/** The person of a session, and when it expires. */
export async function selectPersonOfSession(
  db: Database,
  token: string,
): Promise<{ person: PersonRow; endsAt: Date } | undefined> {
  const { rows } = await sql<PersonRow & { ends_at: Date }>`
    select person.id, person.name, person.email, person.role, session."expiresAt" as ends_at
    from session join person on person.id = session."userId" where session.token = ${token}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { ends_at: endsAt, ...person } = row;
  return { person, endsAt };
}

export async function selectPerson(db: Database, id: string): Promise<PersonRow | undefined> {
  return await db.selectFrom("person").select(["id", "name", "email", "role"]).where("id", "=", id).executeTakeFirst();
}

export interface AttemptLimit {
  attempts: number;
  withinMs: number;
}

/** Counts an attempt on the account, or returns how long to wait after too many. Exact under concurrency. */
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
