import type { Selectable } from "kysely";
import { json } from "#/store/sql/json.ts";
import type { ProofTable } from "#/store/schema/connection-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type ProofRow = Selectable<ProofTable>;

/** The operations proven under this profile; another profile has to prove them again. */
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

/** Stores the newest proof of each operation, and deletes those that a probe has refuted. */
export async function upsertProofs(
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
    const proven = { at, index_id: indexId, check_ids: json(checkIds) };
    await trx
      .insertInto("proof")
      .values({ connection_id: connectionId, operation, profile_hash: profileHash, ...proven })
      .onConflict((conflict) => conflict.columns(["connection_id", "operation", "profile_hash"]).doUpdateSet(proven))
      .execute();
  }
}

/** A schedule and its practitioner, both known to a roster and found, those of the standard index first. */
export async function selectProbeSubjects(
  db: Database,
  connectionId: string,
  standardIndex: string,
): Promise<{ schedule: string | undefined; practitioner: string | undefined }> {
  const entries = db
    .selectFrom("roster_entry")
    .select(["record_id", "practitioner_id"])
    .where("connection_id", "=", connectionId)
    .where("state", "=", "found")
    // Records created here have provisional ids and are not in every index.
    .where("record_id", "not like", "new\\_%")
    .where("source", "!=", "created")
    .orderBy((order) => order.case().when("index_id", "=", standardIndex).then(0).else(1).end())
    .orderBy("record_id")
    .limit(1);
  const schedule = await entries.where("record_type", "=", "schedule").executeTakeFirst();
  const practitioner =
    schedule?.practitioner_id ??
    (await entries.where("record_type", "=", "practitioner").executeTakeFirst())?.record_id;
  return { schedule: schedule?.record_id, practitioner };
}
