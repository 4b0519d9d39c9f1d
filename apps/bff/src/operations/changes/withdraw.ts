import type { Change } from "@dc/contract";
import { isLive, nextChangeState } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { reachIn } from "#/context/reach.ts";
import { operationError } from "#/runtime/errors.ts";
import { type ChangeRow, reasonColumns, selectChange } from "#/store/tables/changes/changes.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { selectReferrersOfIndices } from "#/store/tables/directories/index-versions.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { refuseIncomplete } from "./missing-of-created.ts";
import { describeOneChange } from "#/views/describe-changes.ts";
import { restoreBaselines } from "#/ledger/move-baseline.ts";
import { moveChange } from "#/ledger/move-change.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";

/** Withdraws a change that was never sent; the directory falls back to the value beneath it. */
export async function withdrawChange(
  context: RequestContext,
  id: string,
  reason: string | null = null,
): Promise<Change> {
  return await withLedger(context.deps, async (ledger) => {
    const row = await selectChange(ledger.trx, context.connection.id, id);
    if (row === undefined) throw operationError("not_found", "change");
    if (!isWithdrawable(row)) throw operationError("wrong_state", "withdraw", { state: row.state });
    const withdrawn = await withdrawOne(context, ledger, row, reason);
    await refuseIncomplete(context, ledger.trx, [withdrawn], "Withdrawing this change");
    return await describeOneChange(context.deps, ledger.trx, withdrawn);
  });
}

export function isWithdrawable(row: ChangeRow): boolean {
  return nextChangeState(row.state, "withdraw").ok;
}

/**
 * Readers get what is live: where approvals are required, somebody who may approve in each of these index versions takes it back,
 * with a reason, and never a token.
 */
export async function refuseTakingBack(
  { actor, connection, roles }: RequestContext,
  trx: Transaction,
  { indexIds, reason }: { indexIds: readonly string[]; reason: string | null },
): Promise<void> {
  const { required } = await selectApprovalSettings(trx, connection.id);
  if (required === 0) return;
  const reach = actor.kind === "token" ? "none" : reachIn({ roles, connection }, "approve");
  const referrers = await selectReferrersOfIndices(trx, connection.id, indexIds);
  const mayApproveIn = (indexId: string) =>
    reach === "all" || (reach !== "none" && reach.includes(referrers.get(indexId) ?? ""));
  if (!indexIds.every(mayApproveIn)) throw operationError("forbidden", "approver-settles");
  if (reason === null) throw operationError("invalid_request", "reason-to-take-back", { pointer: "/reason" });
}

/** Withdraws one change; L returns to its value before the change was live. */
export async function withdrawOne(
  context: RequestContext,
  ledger: Ledger,
  row: ChangeRow,
  reason: string | null,
): Promise<ChangeRow> {
  const { actor, deps, requestId } = context;
  if (isLive(row)) await refuseTakingBack(context, ledger.trx, { indexIds: [row.index_id], reason });
  const withdrawn = await moveChange(deps, ledger, row, {
    events: ["withdraw"],
    set: {
      try_after: null,
      ...reasonColumns(null),
      // What nobody read yet was never live.
      ...(isLive(row) ? {} : { approval_order: null }),
    },
    step: "withdrawn",
    ...(reason === null ? {} : { why: reason }),
    actor,
    requestId,
  });
  if (isLive(row)) await restoreBaselines(deps, ledger.trx, [withdrawn]);
  return withdrawn;
}
