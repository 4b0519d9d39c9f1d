import type { RequestContext } from "#/context/deps.ts";
import { addCopy } from "#/ledger/changes.ts";
import { compareGrounds, isMoved } from "#/ledger/ground.ts";
import { refuseMovedGrounds } from "#/operations/changes/refuse-moved-grounds.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { operationError } from "#/runtime/errors.ts";
import { json } from "#/store/sql/json.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { insertChangeSet } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, selectRetried } from "#/store/tables/changes/changes.ts";

/**
 * Copies ended changes into one new, applied set, so that they are sent again. Refused where one was sent again already, and where
 * what they were decided on is another one by now: their approvals, and what their authors saw, are those of then. As a
 * `retryOf` a set it is not applied then, and what moved has no approval.
 */
export async function copyQueued(
  context: RequestContext,
  ledger: Ledger,
  rows: readonly [ChangeRow, ...ChangeRow[]],
  { retryOf = null }: { retryOf?: string | null } = {},
): Promise<[ChangeRow, ...ChangeRow[]]> {
  const { actor, connection, deps } = context;
  const { trx } = ledger;
  const [first, ...others] = rows;
  const ids = rows.map(({ id }) => id);
  if ((await selectRetried(trx, ids)).size > 0) throw operationError("wrong_state", "sent-again");
  const asIfStaged = rows.map((row) => ({ ...row, state: "draft" as const, change_set_id: "", approval_order: null }));
  const { byId } = await compareGrounds(deps, trx, asIfStaged);
  if (retryOf === null) await refuseMovedGrounds(deps, trx, byId.values());
  const moved = new Set([...byId.values()].filter(isMoved).map(({ row }) => row.id));
  const { required } = await selectApprovalSettings(trx, connection.id);
  const now = deps.clock.now();
  const applied = {
    applied_by: json(actor),
    applied_at: now,
    send_after: new Date(now.getTime() + deps.undoMs),
    on_behalf_of: json(actor),
  };
  const changeSet = await insertChangeSet(trx, {
    id: deps.newId("set"),
    connection_id: connection.id,
    index_id: rows.every((row) => row.index_id === first.index_id) ? first.index_id : null,
    created_by: json(actor),
    created_at: now,
    retry_of_id: retryOf,
    ...(moved.size > 0 ? {} : applied),
  });
  const copy = async (row: ChangeRow) => {
    const ofStaged = required > 0 && !moved.has(row.id) ? (["approve"] as const) : [];
    return await addCopy(context, ledger, row, { changeSet, events: moved.size > 0 ? ofStaged : ["approve", "apply"] });
  };
  const copies: [ChangeRow, ...ChangeRow[]] = [await copy(first)];
  for (const row of others) copies.push(await copy(row));
  return copies;
}
