import { sql } from "kysely";
import type { Actor } from "./actor.ts";
import { json } from "./json.ts";
import type { Database, Transaction } from "./transaction.ts";

/** Why a value was set on purpose, as it is kept. */
export interface Evidence {
  reason: string;
  source: string | null;
  verifiedOn: string | null;
  reviewBy: string | null;
}

/** Keeps the evidence as given; the same one may serve many changes. */
export async function insertEvidence(
  trx: Transaction,
  {
    id,
    connectionId,
    evidence,
    actor,
    now,
  }: { id: string; connectionId: string; evidence: Evidence; actor: Actor; now: Date },
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

/** Each piece of evidence by its id; days as they were written. */
export async function selectEvidence(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, Evidence>> {
  if (ids.length === 0) return new Map();
  const day = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;
  const rows = await db
    .selectFrom("evidence")
    .select(["id", "reason", "source", day("verified_on").as("verifiedOn"), day("review_by").as("reviewBy")])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, ...evidence }) => [id, evidence]));
}
