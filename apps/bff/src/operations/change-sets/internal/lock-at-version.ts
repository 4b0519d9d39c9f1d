import type { RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { type ChangeSetRow, lockChangeSet } from "#/store/tables/changes/change-sets.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/** Locks the set until the transaction ends; refused if it is gone or was modified since this version. */
export async function lockAtVersion(
  { connection }: RequestContext,
  trx: Transaction,
  id: string,
  version: number,
): Promise<ChangeSetRow> {
  const row = await lockChangeSet(trx, connection.id, id);
  if (row === undefined) throw new OperationError("not_found", "Change set not found.");
  if (row.version !== version)
    throw new OperationError(
      "version_mismatch",
      "This change set was changed in the meantime. Reload it and try again.",
    );
  return row;
}
