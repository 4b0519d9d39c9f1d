import type { Selectable } from "kysely";
import type { PasskeyTable } from "#/store/schema/access-tables.ts";
import { json } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type PasskeyRow = Selectable<PasskeyTable>;

/** The passkeys of a person, the oldest first. */
export async function selectPasskeys(db: Database | Transaction, personId: string): Promise<PasskeyRow[]> {
  return await db
    .selectFrom("passkey")
    .selectAll()
    .where("person_id", "=", personId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function selectPasskeyByCredential(db: Database, credentialId: string): Promise<PasskeyRow | undefined> {
  return await db.selectFrom("passkey").selectAll().where("credential_id", "=", credentialId).executeTakeFirst();
}

/** False if the passkey is known already, whoever has it. */
export async function insertPasskey(
  trx: Transaction,
  { transports, ...passkey }: Omit<PasskeyRow, "last_used_at">,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("passkey")
    .values({ ...passkey, transports: json(transports) })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Keeps a use of the passkey; false if it was removed meanwhile. */
export async function markPasskeyUsed(
  trx: Transaction,
  { id, useCount, now }: { id: string; useCount: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("passkey")
    .set({ use_count: useCount, last_used_at: now })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The former name; undefined where the person has no such passkey. */
export async function renamePasskey(
  trx: Transaction,
  { id, personId, name }: { id: string; personId: string; name: string },
): Promise<string | undefined> {
  const row = await trx
    .selectFrom("passkey")
    .select("name")
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .forUpdate()
    .executeTakeFirst();
  if (row !== undefined) await trx.updateTable("passkey").set({ name }).where("id", "=", id).execute();
  return row?.name;
}

/** The name of the removed passkey; undefined where the person has no such one. */
export async function deletePasskey(
  trx: Transaction,
  { id, personId }: { id: string; personId: string },
): Promise<string | undefined> {
  const row = await trx
    .deleteFrom("passkey")
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}

/** Removes all passkeys of a person. Returns how many there were. */
export async function deletePasskeys(trx: Transaction, personId: string): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom("passkey").where("person_id", "=", personId).executeTakeFirst();
  return Number(numDeletedRows);
}
