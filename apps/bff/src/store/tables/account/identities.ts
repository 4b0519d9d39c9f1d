import { sql } from "kysely";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** Who somebody is at a provider: the subject is theirs alone, for ever, and means something beside its issuer only. */
export interface IdentityKey {
  issuer: string;
  subject: string;
}

/** The person to whom the identity is linked, disabled or not. */
export async function selectPersonIdOfIdentity(
  db: Database | Transaction,
  { issuer, subject }: IdentityKey,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("credential")
    .select("userId")
    .where("providerId", "=", issuer)
    .where("accountId", "=", subject)
    .executeTakeFirst();
  return row?.userId;
}

/** Links the identity in place of another one that the person has at the issuer; false if it is somebody else's. */
export async function linkIdentity(
  trx: Transaction,
  { issuer, subject }: IdentityKey,
  { id, personId, now }: { id: string; personId: string; now: Date },
): Promise<boolean> {
  await trx
    .deleteFrom("credential")
    .where("providerId", "=", issuer)
    .where("userId", "=", personId)
    .where("accountId", "!=", subject)
    .execute();
  const { rows } = await sql<{ userId: string }>`
    insert into credential (id, "accountId", "providerId", "userId", "createdAt", "updatedAt")
    values (${id}, ${subject}, ${issuer}, ${personId}, ${now}, ${now})
    on conflict ("providerId", "accountId") do update set "updatedAt" = ${now}
    returning "userId"`.execute(trx);
  return rows[0]?.userId === personId;
}

/** Keeps when an identity was used last. */
export async function markIdentityUsed(trx: Transaction, { issuer, subject }: IdentityKey, now: Date): Promise<void> {
  await trx
    .updateTable("credential")
    .set({ updatedAt: now })
    .where("providerId", "=", issuer)
    .where("accountId", "=", subject)
    .execute();
}

/** The identity of a person at an issuer. */
export async function selectIdentity(
  db: Database | Transaction,
  { personId, issuer }: { personId: string; issuer: string },
): Promise<{ linkedAt: Date; lastUsedAt: Date } | undefined> {
  return await db
    .selectFrom("credential")
    .select(["createdAt as linkedAt", "updatedAt as lastUsedAt"])
    .where("providerId", "=", issuer)
    .where("userId", "=", personId)
    .executeTakeFirst();
}

/** Ends the link of a person with an issuer, or with every one; returns whether there was one. */
export async function unlinkIdentity(
  trx: Transaction,
  { personId, issuer }: { personId: string; issuer?: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("credential")
    .where("providerId", issuer === undefined ? "!=" : "=", issuer ?? "credential")
    .where("userId", "=", personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Takes what a sign-in was asked with, which counts once; false if it was taken before. Forgets what has ended. */
export async function takeChallenge(
  trx: Transaction,
  { hash, now, endsAt }: { hash: string; now: Date; endsAt: Date },
): Promise<boolean> {
  await trx.deleteFrom("used_challenge").where("ends_at", "<=", now).execute();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("used_challenge")
    .values({ hash, ends_at: endsAt })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
