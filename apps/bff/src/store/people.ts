import type { Selectable } from "kysely";
import type { PersonTable } from "./schema.ts";
import type { Database } from "./transaction.ts";

export type PersonRow = Selectable<PersonTable>;

export async function hasAdministrator(db: Database): Promise<boolean> {
  const found = await db.selectFrom("person").select("id").where("role", "=", "admin").limit(1).executeTakeFirst();
  return found !== undefined;
}

export async function selectPerson(db: Database, id: string): Promise<PersonRow | undefined> {
  return await db.selectFrom("person").select(["id", "name", "email", "role"]).where("id", "=", id).executeTakeFirst();
}
