import type { RequestContext } from "#/context/deps.ts";
import { addQueuedCopy } from "#/ledger/changes.ts";
import { compareGrounds } from "#/ledger/ground.ts";
import { refuseMovedGrounds } from "#/operations/changes/refuse-moved-grounds.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { json } from "#/store/sql/json.ts";
import { insertChangeSet } from "#/store/tables/changes/change-sets.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";

/**
 * Copies ended changes into one new, applied set, so that they are sent again. Refused where what they were decided on is
 * another one by now: their approvals, and what their authors saw, are those of then.
 */
export async function copyQueued(
  context: RequestContext,
  ledger: Ledger,
  rows: readonly [ChangeRow, ...ChangeRow[]],
): Promise<[ChangeRow, ...ChangeRow[]]> {
  const { actor, connection, deps } = context;
  const [first, ...others] = rows;
  const asIfStaged = rows.map((row) => ({ ...row, state: "draft" as const, change_set_id: "", approval_order: null }));
  await refuseMovedGrounds(deps, ledger.trx, (await compareGrounds(deps, ledger.trx, asIfStaged)).byId.values());
  const now = deps.clock.now();
  const changeSet = await insertChangeSet(ledger.trx, {
    id: deps.newId("set"),
    connection_id: connection.id,
    index_id: first.index_id,
    created_by: json(actor),
    created_at: now,
    applied_by: json(actor),
    applied_at: now,
    send_after: new Date(now.getTime() + deps.undoMs),
    on_behalf_of: json(actor),
  });
  const copies: [ChangeRow, ...ChangeRow[]] = [await addQueuedCopy(context, ledger, first, changeSet)];
  for (const row of others) copies.push(await addQueuedCopy(context, ledger, row, changeSet));
  return copies;
}
