import type { Database, Transaction } from "#/store/sql/transaction.ts";

export async function readSetting(db: Database | Transaction, key: string): Promise<string | null> {
  const row = await db.selectFrom("setting").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeSetting(db: Database | Transaction, key: string, value: string): Promise<void> {
  await db
    .insertInto("setting")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** Deletes the setting if it has this value; true for only one of several callers. */
export async function takeSetting(db: Database | Transaction, key: string, value: string): Promise<boolean> {
  const taken = await db
    .deleteFrom("setting")
    .where("key", "=", key)
    .where("value", "=", value)
    .returning("key")
    .execute();
  return taken.length === 1;
}
