import type { RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import { transact } from "#/store/sql/transaction.ts";
import { insertVerifiedByEvidence, refreshVerified } from "#/store/tables/records/verifications.ts";

/** Keeps what the evidence of changes verified that became live, and when to ask again. */
export async function saveVerified(deps: Deps, indexId: string, records: readonly RecordKey[]): Promise<void> {
  if (records.length === 0) return;
  const where = { connectionId: deps.connection.id, indexId, records };
  await transact(deps.wholeStore.db, async (trx) => {
    await insertVerifiedByEvidence(trx, where);
    await refreshVerified(trx, { ...where, today: todayOf(deps) });
  });
}
