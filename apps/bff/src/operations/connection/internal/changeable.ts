import { OperationError } from "#/runtime/errors.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { type ConnectionRow, lockConnection } from "#/store/tables/connections/connection.ts";
import { CONNECTION_ID } from "#/operations/connection/save.ts";

/** The connection as it was seen, locked; refuses the one of the environment, and one that somebody else changed since. */
export async function changeable(trx: Transaction, connectionId: string, seen: number): Promise<ConnectionRow> {
  if (connectionId === CONNECTION_ID)
    throw new OperationError(
      "wrong_state",
      "The operator keeps this connection in the settings of the server; it is changed there.",
    );
  const row = await lockConnection(trx, connectionId);
  if (row === undefined) throw new OperationError("not_found", "No connection has this id.");
  if (row.version !== seen)
    throw new OperationError(
      "version_mismatch",
      "Somebody else changed this connection in the meantime. Load it again.",
    );
  return row;
}
