import { createHmac, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { GrantedRole } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { type Database, transact } from "#/store/sql/transaction.ts";
import { InvariantError } from "#/runtime/errors.ts";
import { nameSearchText } from "#/store/sql/search-text.ts";
import { type PersonRow, replaceRoles, selectConnectionIds, selectPerson } from "#/store/tables/people/people.ts";

/** So that the clock of a test neither ends nor renews a session. */
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;

/**
 * Creates a person with these roles in every connection, an administrator by default, and with a session. With a hash the
 * person can also sign in by password.
 */
export async function signInWithoutPassword(
  { store: { db }, secrets, clock }: Pick<Deps, "store" | "secrets" | "clock">,
  {
    name,
    email,
    passwordHash,
    roles = [{ role: "admin", referrers: null }],
  }: { name: string; email: string; passwordHash?: string; roles?: readonly GrantedRole[] },
): Promise<{ person: PersonRow; cookieValue: string }> {
  const id = randomBytes(16).toString("hex");
  const token = randomBytes(16).toString("hex");
  const now = clock.now();
  const later = new Date(now.getTime() + TEN_YEARS_MS);
  await sql`insert into person (id, name, email, search, "emailVerified")
    values (${id}, ${name}, ${email}, ${nameSearchText(name, email)}, false)`.execute(db);
  if (passwordHash !== undefined)
    await sql`insert into credential (id, "accountId", "providerId", "userId", password, "updatedAt")
      values (${id}, ${id}, 'credential', ${id}, ${passwordHash}, ${now})`.execute(db);
  await sql`insert into session (id, "createdAt", "updatedAt", "expiresAt", token, "userId")
    values (${id}, ${now}, ${later}, ${later}, ${token}, ${id})`.execute(db);
  await transact(db, async (trx) => {
    for (const connectionId of await selectConnectionIds(trx))
      await replaceRoles(trx, {
        personId: id,
        connectionId,
        roles,
        by: { kind: "console", id: "test", name: "Test" },
        now,
      });
  });
  return {
    person: await personWith(db, id),
    cookieValue: encodeURIComponent(`${token}.${signature(token, secrets.signInSecret)}`),
  };
}

async function personWith(db: Database, id: string): Promise<PersonRow> {
  const person = await selectPerson(db, id);
  if (person === undefined) throw new InvariantError("The person was not kept.");
  return person;
}

function signature(token: string, secret: string): string {
  return createHmac("sha256", secret).update(token).digest("base64");
}
