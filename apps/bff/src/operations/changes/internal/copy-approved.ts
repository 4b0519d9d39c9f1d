import type { RequestContext } from "#/context/deps.ts";
import { addApprovedCopy } from "#/ledger/changes.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { json } from "#/store/sql/json.ts";
import { insertChangeSet } from "#/store/tables/change-sets.ts";
import type { ChangeRow } from "#/store/tables/changes.ts";

/** Copies ended changes into one new, approved set, so that they are sent again. */
export async function copyApproved(
  context: RequestContext,
  ledger: Ledger,
  rows: readonly [ChangeRow, ...ChangeRow[]],
): Promise<[ChangeRow, ...ChangeRow[]]> {
  const { actor, connection, deps } = context;
  const [first, ...others] = rows;
  const now = deps.clock.now();
  const changeSet = await insertChangeSet(ledger.trx, {
    id: deps.newId("set"),
    connection_id: connection.id,
    index_id: first.index_id,
    created_by: json(actor),
    created_at: now,
    approved_by: json(actor),
    approved_at: now,
    send_after: new Date(now.getTime() + deps.undoMs),
  });
  const copies: [ChangeRow, ...ChangeRow[]] = [await addApprovedCopy(context, ledger, first, changeSet)];
  for (const row of others) copies.push(await addApprovedCopy(context, ledger, row, changeSet));
  return copies;
}
