import type { RequestContext } from "#/context/deps.ts";
import { moveChange } from "#/ledger/move-change.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { InvariantError } from "#/runtime/errors.ts";
import { json } from "#/store/sql/json.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { type ChangeSetRow, updateChangeSet } from "#/store/tables/changes/change-sets.ts";

/**
 * Hands held changes of a set to the sender, as an apply that can be undone for five seconds: until it takes them they are deferred,
 * and stay part of the directory.
 */
export async function releaseHeld(
  { actor, deps, requestId }: RequestContext,
  ledger: Ledger,
  changeSet: ChangeSetRow,
  held: readonly ChangeRow[],
): Promise<{ changeSet: ChangeSetRow; changes: ChangeRow[] }> {
  const sendAfter = new Date(deps.clock.now().getTime() + deps.undoMs);
  const set = { ...reasonColumns(null), try_after: sendAfter };
  const changes: ChangeRow[] = [];
  for (const change of held)
    changes.push(
      await moveChange(deps, ledger, change, { events: ["release"], set, step: "released", actor, requestId }),
    );
  const waits = { send_after: sendAfter, on_behalf_of: json(actor), paused: null, not_applied: null };
  const updated = await updateChangeSet(ledger.trx, changeSet, waits);
  if (updated === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
  return { changeSet: updated, changes };
}
