import type { Person } from "@dc/contract";
import type { Database } from "./transaction.ts";

export async function hasAdministrator(db: Database): Promise<boolean> {
  const found = await db.selectFrom("person").select("id").where("role", "=", "admin").limit(1).executeTakeFirst();
  return found !== undefined;
}

export async function selectPerson(db: Database, id: string): Promise<Person | undefined> {
  return await db.selectFrom("person").select(["id", "name", "email", "role"]).where("id", "=", id).executeTakeFirst();
}
