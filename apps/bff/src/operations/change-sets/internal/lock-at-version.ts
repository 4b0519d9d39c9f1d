import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { type ChangeSetRow, isBusy, lockChangeSet, selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/** Locks the set until the transaction ends; refused if it is gone, was modified since this version, is being checked, goes back, or is decided about. */
export async function lockAtVersion(
  { connection }: RequestContext,
  trx: Transaction,
  id: string,
  version: number,
  { evenChecking = false }: { evenChecking?: boolean } = {},
): Promise<ChangeSetRow> {
  const row = await lockChangeSet(trx, connection.id, id);
  if (row === undefined) throw operationError("not_found", "change-set");
  if ((isBusy(row) || (await isArriving(trx, row))) && !evenChecking) throw operationError("in_progress", "change-set");
  if (row.version !== version) throw operationError("version_mismatch", "change-set");
  return row;
}

/** Whether changes are still being split off into this set. */
async function isArriving(
  trx: Transaction,
  { id, connection_id: connectionId, split_from_id: from }: ChangeSetRow,
): Promise<boolean> {
  const source = from === null ? undefined : await selectChangeSet(trx, connectionId, from);
  return source?.act?.as === "split off" && source.act.to === id;
}
