import type { RequestContext } from "#/context/deps.ts";
import { addCopies } from "#/ledger/changes.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { beginCheck, readAfterNow } from "#/operations/change-sets/check.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import { json } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { insertChangeSet } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, selectChangesOnRecords, selectRetried } from "#/store/tables/changes/changes.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { oldGrounds } from "./read-grounds.ts";

/**
 * Copies ended changes into one new set, with their approvals, each once, and begins to check it: at the end of that it is applied,
 * so that they are sent again. Returns the copy of the first.
 */
export async function copyFailed(
  context: RequestContext,
  ledger: Ledger,
  rows: readonly [ChangeRow, ...ChangeRow[]],
  { retryOf = null }: { retryOf?: string | null } = {},
): Promise<ChangeRow> {
  const { actor, connection, deps } = context;
  const { trx } = ledger;
  const [first] = rows;
  const retried = await selectRetried(
    trx,
    rows.map(({ id }) => id),
  );
  if (retried.size > 0) throw operationError("wrong_state", "sent-again");
  const { required } = await selectApprovalSettings(trx, connection.id);
  const changeSet = await insertChangeSet(trx, {
    id: deps.newId("set"),
    connection_id: connection.id,
    index_id: rows.every((row) => row.index_id === first.index_id) ? first.index_id : null,
    created_by: json(actor),
    created_at: deps.clock.now(),
    retry_of_id: retryOf,
  });
  const copies = await addCopies(context, ledger, rows, { changeSet, isApproved: required > 0 });
  const copyOf = copies.find((copy) => copy.retry_of_id === first.id);
  if (copyOf === undefined) throw new InvariantError("A failed change has no copy.");
  // What a person gave up as unknown may have changed since it was read.
  const isGivenUp = rows.some((row) => row.settled_as === "person");
  const readAfter = isGivenUp ? deps.clock.now() : await readAfterNow(deps, trx);
  const toRead = (await oldGrounds(deps, trx, copies, readAfter)).length;
  await beginCheck(context, trx, changeSet, { readAfter, toRead });
  return copyOf;
}

/** The changes that failed together with the creation of a record; empty for any other change. */
export async function failedWith(trx: Transaction, row: ChangeRow): Promise<ChangeRow[]> {
  if (row.operation.op !== "create") return [];
  const record = { type: row.record_type, id: row.record_id };
  const place = { connectionId: row.connection_id, indexId: row.index_id, records: [record] };
  const standing = await selectChangesOnRecords(trx, place);
  if (!isProvisional(record) || standing.some(({ operation }) => operation.op === "create"))
    throw operationError("already_exists", "creation-request");
  const failed = await selectChangesOnRecords(trx, { ...place, states: ["failed"] });
  return failed.filter(({ id, change_set_id }) => id !== row.id && change_set_id === row.change_set_id);
}
