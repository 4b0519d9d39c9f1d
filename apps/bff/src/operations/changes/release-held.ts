import type { RequestContext } from "#/context/deps.ts";
import { act } from "#/ledger/set-acts.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { InvariantError } from "#/runtime/errors.ts";
import { json } from "#/store/sql/json.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { type ChangeSetRow, updateChangeSet } from "#/store/tables/changes/change-sets.ts";

/**
 * Hands held changes of a set to the sender, as an apply that can be undone for five seconds: until it takes them they are deferred,
 * and stay part of the directory.
 */
export async function releaseHeld(
  context: RequestContext,
  ledger: Ledger,
  changeSet: ChangeSetRow,
  held: readonly ChangeRow[],
): Promise<ChangeSetRow> {
  const { actor, deps } = context;
  const sendAfter = new Date(deps.clock.now().getTime() + deps.undoMs);
  const waits = { send_after: sendAfter, on_behalf_of: json(actor), paused: null, not_applied: null };
  const updated = await updateChangeSet(ledger.trx, changeSet, waits);
  if (updated === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
  const changeIds = held.map(({ id }) => id);
  await act(context, ledger, changeSet.id, { as: "release", sendAfter: sendAfter.toISOString(), changeIds });
  return updated;
}
