import { operationError } from "#/runtime/errors.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { type ConnectionRow, lockConnection } from "#/store/tables/connections/connection.ts";
import { CONNECTION_ID } from "#/operations/connection/save.ts";

/**
 * The connection as it was seen, locked; refuses the one of the environment, except for what a change needs, and one that somebody
 * else changed since.
 */
export async function changeable(
  trx: Transaction,
  connectionId: string,
  seen: number,
  { ofApprovals = false } = {},
): Promise<ConnectionRow> {
  if (connectionId === CONNECTION_ID && !ofApprovals) throw operationError("wrong_state", "operators-connection");
  const row = await lockConnection(trx, connectionId);
  if (row === undefined) throw operationError("not_found", "connection");
  if (row.version !== seen) throw operationError("version_mismatch", "connection");
  return row;
}
