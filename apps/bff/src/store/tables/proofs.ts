import type { Selectable } from "kysely";
import { json } from "#/store/sql/json.ts";
import type { ProofTable } from "#/store/sql/schema.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type ProofRow = Selectable<ProofTable>;

/** What was proven under this profile: another one has to prove anew. */
export async function selectProofs(db: Database, connectionId: string, profileHash: string): Promise<ProofRow[]> {
  return await db
    .selectFrom("proof")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("profile_hash", "=", profileHash)
    .execute();
}

export interface NewProof {
  operation: string;
  indexId: string | null;
  checkIds: readonly string[];
}

/** Keeps the newest proof of each operation, and takes away those that a probe has shown to hold no more. */
export async function keepProofs(
  trx: Transaction,
  {
    connectionId,
    profileHash,
    at,
    proofs,
    disproven,
  }: { connectionId: string; profileHash: string; at: Date; proofs: readonly NewProof[]; disproven: readonly string[] },
): Promise<void> {
  if (disproven.length > 0)
    await trx
      .deleteFrom("proof")
      .where("connection_id", "=", connectionId)
      .where("profile_hash", "=", profileHash)
      .where("operation", "in", disproven)
      .execute();
  for (const { operation, indexId, checkIds } of proofs) {
    const told = { at, index_id: indexId, check_ids: json(checkIds) };
    await trx
      .insertInto("proof")
      .values({ connection_id: connectionId, operation, profile_hash: profileHash, ...told })
      .onConflict((conflict) => conflict.columns(["connection_id", "operation", "profile_hash"]).doUpdateSet(told))
      .execute();
  }
}
