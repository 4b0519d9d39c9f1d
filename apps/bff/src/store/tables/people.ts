import { type Selectable, sql } from "kysely";
import type { PersonTable } from "#/store/schema/access-tables.ts";
import type { Database } from "#/store/sql/transaction.ts";

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
