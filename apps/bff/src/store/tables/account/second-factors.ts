import type { Selectable } from "kysely";
import type { SecondFactorTable } from "#/store/schema/access-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type SecondFactorRow = Selectable<SecondFactorTable>;

/** The second factor of a person, confirmed or not. */
export async function selectSecondFactor(
  db: Database | Transaction,
  personId: string,
): Promise<SecondFactorRow | undefined> {
  return await db.selectFrom("second_factor").selectAll().where("person_id", "=", personId).executeTakeFirst();
}

/** Begins a second factor in place of one that was begun and not confirmed; false if one is confirmed. */
export async function beginSecondFactor(
  trx: Transaction,
  { personId, sealedSecret, now }: { personId: string; sealedSecret: string; now: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto("second_factor")
    .values({ person_id: personId, sealed_secret: sealedSecret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column("person_id")
        .doUpdateSet({ sealed_secret: sealedSecret, created_at: now, last_step: 0 })
        .where("second_factor.confirmed_at", "is", null),
    )
    .returning("person_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Confirms what was begun with this secret; false if it is confirmed already or was begun anew. */
export async function confirmSecondFactor(
  trx: Transaction,
  { personId, sealedSecret, step, now }: { personId: string; sealedSecret: string; step: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("second_factor")
    .set({ confirmed_at: now, last_step: step })
    .where("person_id", "=", personId)
    .where("sealed_secret", "=", sealedSecret)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks the code of a step as taken; false if it, or a later one, was taken before. */
export async function takeStep(trx: Transaction, personId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("second_factor")
    .set({ last_step: step })
    .where("person_id", "=", personId)
    .where("confirmed_at", "is not", null)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a recovery code as used; false if it is not one, or was used before. */
export async function takeRecoveryCode(
  trx: Transaction,
  { personId, codeHash, now }: { personId: string; codeHash: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("recovery_code")
    .set({ used_at: now })
    .where("person_id", "=", personId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts these recovery codes in place of all that the person has. */
export async function replaceRecoveryCodes(
  trx: Transaction,
  personId: string,
  codeHashes: readonly string[],
): Promise<void> {
  await trx.deleteFrom("recovery_code").where("person_id", "=", personId).execute();
  await trx
    .insertInto("recovery_code")
    .values(codeHashes.map((code_hash) => ({ person_id: personId, code_hash })))
    .execute();
}

export async function countRecoveryCodes(db: Database | Transaction, personId: string): Promise<number> {
  const { left } = await db
    .selectFrom("recovery_code")
    .select((row) => row.fn.countAll<number>().as("left"))
    .where("person_id", "=", personId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Takes the second factor away, with its recovery codes; false if none was confirmed. */
export async function deleteSecondFactor(trx: Transaction, personId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom("second_factor")
    .where("person_id", "=", personId)
    .returning("confirmed_at")
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

/** Every secret, as it is sealed; for sealing them anew under a changed key. */
export async function selectSealedSecrets(
  trx: Transaction,
): Promise<Pick<SecondFactorRow, "person_id" | "sealed_secret">[]> {
  return await trx.selectFrom("second_factor").select(["person_id", "sealed_secret"]).forUpdate().execute();
}

export async function writeSealedSecret(trx: Transaction, personId: string, sealedSecret: string): Promise<void> {
  await trx
    .updateTable("second_factor")
    .set({ sealed_secret: sealedSecret })
    .where("person_id", "=", personId)
    .execute();
}
