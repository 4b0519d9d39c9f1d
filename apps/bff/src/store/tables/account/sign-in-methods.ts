import { type Insertable, type Selectable, sql } from "kysely";
import type { Actor } from "#/store/schema/stored-values.ts";
import type { PersonLinkTable, SessionTable } from "#/store/schema/access-tables.ts";
import { json } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type PersonLinkRow = Selectable<PersonLinkTable>;
export type SessionRow = Pick<
  Selectable<SessionTable>,
  "id" | "createdAt" | "updatedAt" | "expiresAt" | "ipAddress" | "userAgent"
>;

/** What this transaction does to the tables of sign-in it journals itself; their triggers add nothing. */
export async function journalsItself(trx: Transaction): Promise<void> {
  await sql`select set_config('console.journals', 'on', true)`.execute(trx);
}

/** The stored hash of a person's password; null if the person has none. */
export async function selectPasswordHash(db: Database | Transaction, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom("credential")
    .select("password")
    .where("userId", "=", personId)
    .where("providerId", "=", "credential")
    .executeTakeFirst();
  return row?.password ?? null;
}

export async function writePasswordHash(
  trx: Transaction,
  { id, personId, hash, now }: { id: string; personId: string; hash: string; now: Date },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("credential")
    .set({ password: hash, updatedAt: now })
    .where("userId", "=", personId)
    .where("providerId", "=", "credential")
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await trx
    .insertInto("credential")
    .values({
      id,
      accountId: personId,
      providerId: "credential",
      userId: personId,
      password: hash,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
}

/** The live sessions of a person, the last used first. */
export async function selectSessions(db: Database | Transaction, personId: string, now: Date): Promise<SessionRow[]> {
  return await db
    .selectFrom("session")
    .select(["id", "createdAt", "updatedAt", "expiresAt", "ipAddress", "userAgent"])
    .where("userId", "=", personId)
    .where("expiresAt", ">", now)
    .orderBy("updatedAt", "desc")
    .orderBy("id")
    .execute();
}

/** From where the person with this email address is signed in. */
export async function selectSessionAddresses(db: Database, email: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("session")
    .innerJoin("person", "person.id", "session.userId")
    .select("session.ipAddress")
    .distinct()
    .where("person.email", "=", email.toLowerCase())
    .where("session.expiresAt", ">", now)
    .execute();
  return rows.flatMap(({ ipAddress }) => (ipAddress === null || ipAddress === "" ? [] : [ipAddress]));
}

export async function insertSession(trx: Transaction, session: Insertable<SessionTable>): Promise<void> {
  await trx.insertInto("session").values(session).execute();
}

/** Lets a session that is used last longer; false if it has ended meanwhile. */
export async function renewSession(
  db: Database,
  { id, now, expiresAt }: { id: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("session")
    .set({ updatedAt: now, expiresAt })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a session. Returns whose it was; undefined if it has ended before. */
export async function deleteSessionOfToken(
  trx: Transaction,
  token: string,
): Promise<{ id: string; name: string } | undefined> {
  return await trx
    .deleteFrom("session")
    .using("person")
    .whereRef("person.id", "=", "session.userId")
    .where("session.token", "=", token)
    .returning(["person.id", "person.name"])
    .executeTakeFirst();
}

/** Ends sessions of a person: one, all but one, or all. Returns how many there were. */
export async function deleteSessions(
  trx: Transaction,
  personId: string,
  which: { only: string } | { except: string } | "all",
): Promise<number> {
  let ending = trx.deleteFrom("session").where("userId", "=", personId);
  if (which !== "all")
    ending = "only" in which ? ending.where("id", "=", which.only) : ending.where("id", "!=", which.except);
  const { numDeletedRows } = await ending.executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends the sessions of a person that began at the identity provider. */
export async function deleteProviderSessions(
  trx: Transaction,
  personId: string,
  { except }: { except: string | null },
): Promise<void> {
  await trx
    .deleteFrom("session")
    .where("userId", "=", personId)
    .where("is_by_provider", "=", true)
    .$if(except !== null, (ending) => ending.where("id", "!=", except ?? ""))
    .execute();
}

export async function insertPersonLink(
  trx: Transaction,
  {
    createdBy,
    ...link
  }: {
    id: string;
    person_id: string;
    kind: PersonLinkRow["kind"];
    secret_hash: string;
    createdBy: Actor;
    created_at: Date;
    expires_at: Date;
  },
): Promise<void> {
  await trx
    .insertInto("person_link")
    .values({ ...link, created_by: json(createdBy) })
    .execute();
}

/** Withdraws every unused link of a person. Returns how many. */
export async function withdrawPersonLinks(trx: Transaction, personId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await withdrawingLinks(trx, personId, now).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Withdraws the unused links of a person whose maker is no administrator of the connection. */
export async function withdrawLinksOfOtherMakers(
  trx: Transaction,
  { personId, connectionId, now }: { personId: string; connectionId: string; now: Date },
): Promise<void> {
  await withdrawingLinks(trx, personId, now)
    .where(sql<boolean>`not exists (select 1 from person_role where person_role.role = 'admin'
      and person_role.connection_id = ${connectionId} and person_role.person_id = created_by->>'id')`)
    .execute();
}

function withdrawingLinks(trx: Transaction, personId: string, now: Date) {
  return trx
    .updateTable("person_link")
    .set({ withdrawn_at: now })
    .where("person_id", "=", personId)
    .where("used_at", "is", null)
    .where("withdrawn_at", "is", null);
}

/** Whether the link is valid as of now; only taking it decides. */
export async function isPersonLinkLive(
  db: Database,
  { secretHash, now }: { secretHash: string; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom("person_link")
    .select("id")
    .where("secret_hash", "=", secretHash)
    .where("used_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Valid or not. */
export async function selectPersonLink(
  trx: Database | Transaction,
  secretHash: string,
): Promise<PersonLinkRow | undefined> {
  return await trx.selectFrom("person_link").selectAll().where("secret_hash", "=", secretHash).executeTakeFirst();
}

/** Marks the link as used; undefined if it is not valid (any more), so only one of two callers has it. */
export async function takePersonLink(
  trx: Transaction,
  { secretHash, now }: { secretHash: string; now: Date },
): Promise<PersonLinkRow | undefined> {
  return await trx
    .updateTable("person_link")
    .set({ used_at: now })
    .where("secret_hash", "=", secretHash)
    .where("used_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}
