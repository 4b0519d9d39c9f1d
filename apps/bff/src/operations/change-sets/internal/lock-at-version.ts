import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { type ChangeSetRow, lockChangeSet } from "#/store/tables/changes/change-sets.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/** Locks the set until the transaction ends; refused if it is gone, was modified since this version, is being checked, or goes back. */
export async function lockAtVersion(
  { connection }: RequestContext,
  trx: Transaction,
  id: string,
  version: number,
  { evenChecking = false }: { evenChecking?: boolean } = {},
): Promise<ChangeSetRow> {
  const row = await lockChangeSet(trx, connection.id, id);
  if (row === undefined) throw operationError("not_found", "change-set");
  if ((row.checking !== null || row.going_back !== null) && !evenChecking)
    throw operationError("in_progress", "change-set");
  if (row.version !== version) throw operationError("version_mismatch", "change-set");
  return row;
}
