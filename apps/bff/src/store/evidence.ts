import type { Actor, Evidence } from "@dc/contract";
import { json } from "./json.ts";
import type { Transaction } from "./transaction.ts";

/** Keeps the evidence as given; the same one may serve many changes. */
export async function insertEvidence(
  trx: Transaction,
  { id, connectionId, evidence, actor, now }: { id: string; connectionId: string; evidence: Evidence; actor: Actor; now: Date },
): Promise<void> {
  await trx
    .insertInto("evidence")
    .values({
      id,
      connection_id: connectionId,
      reason: evidence.reason,
      source: evidence.source,
      verified_on: evidence.verifiedOn,
      review_by: evidence.reviewBy,
      created_by: json(actor),
      created_at: now,
    })
    .execute();
}
