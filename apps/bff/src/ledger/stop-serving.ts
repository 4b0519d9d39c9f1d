import { raiseLedgerRevision } from "#/store/ledger-writes/overrides.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/** Gives the revision by which every gateway reads the overrides of an index version anew, and finds it deleted. */
export async function stopServing(trx: Transaction, connectionId: string, indexId: string): Promise<number> {
  return await raiseLedgerRevision(trx, connectionId, indexId);
}
