import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { reachIn } from "#/context/reach.ts";
import { reachesIndices } from "#/ledger/approvals-now.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import type { TakingBack } from "#/store/schema/ledger-tables.ts";
import { json } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { lockChangeSet, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectTakenBack } from "#/store/tables/changes/approvals.ts";

export interface TakenBack
  extends Pick<TakingBack, "as" | "changeIds">, Partial<Pick<TakingBack, "keepsHeld" | "asSeen">> {
  changeSetId: string;
  /** The index versions of what readers get of it, and how many changes that are. */
  indexIds: readonly string[];
  count: number;
}

/**
 * Whether the caller takes back now what readers get: where approvals are required that takes as many people who may approve in
 * each of its index versions, and a reason, and never a token. Of fewer it is kept as a request on the set.
 */
export async function takesBackNow(
  context: RequestContext,
  trx: Transaction,
  taken: readonly TakenBack[],
  reason: string | null,
): Promise<boolean> {
  const { actor, connection, deps, roles } = context;
  const { required } = await selectApprovalSettings(trx, connection.id);
  if (required === 0 || taken.length === 0) return true;
  if (actor.kind === "token") throw operationError("forbidden", "approver-settles");
  if (reason === null) throw operationError("invalid_request", "reason-to-take-back", { pointer: "/reason" });
  const indexIds = [...new Set(taken.flatMap((of) => of.indexIds))];
  const mayApprove = (await reachesIndices(deps, trx, indexIds))(reachIn({ roles, connection }, "approve"));
  if (mayApprove && required === 1) return true;
  const at = deps.clock.now().toISOString();
  for (const { changeSetId, as, changeIds, keepsHeld = false, asSeen = {}, count } of taken) {
    const row = await lockChangeSet(trx, connection.id, changeSetId);
    if (row === undefined) throw operationError("not_found", "change-set");
    if ((await selectTakenBack(trx, [changeSetId])).length > 0)
      throw operationError("wrong_state", "taking-back-asked");
    const confirmed = mayApprove ? [{ by: actor, at }] : [];
    const asked: TakingBack = { as, changeIds, keepsHeld, reason, by: actor, at, confirmed, asSeen };
    await journal(context, trx, {
      subject: changeSetId,
      indexId: row.index_id,
      message: { code: "change-set.ask-taking-back", params: { by: actor.name, count } },
      why: reason,
    });
    if ((await updateChangeSet(trx, row, { taking_back: json(asked) })) === undefined)
      throw new InvariantError("A change set that was locked was changed by somebody else.");
  }
  return false;
}
