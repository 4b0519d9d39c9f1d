import type { Change } from "@dc/contract";
import { isLive, nextChangeState } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { type ChangeRow, reasonColumns, selectChange } from "#/store/tables/changes/changes.ts";
import { refuseIncomplete } from "./missing-of-created.ts";
import { describeOneChange } from "#/views/describe-changes.ts";
import { restoreBaselines } from "#/ledger/move-baseline.ts";
import { moveChange } from "#/ledger/move-change.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";

/** Withdraws a change that was never sent; the directory falls back to the value beneath it. */
export async function withdrawChange(context: RequestContext, id: string): Promise<Change> {
  return await withLedger(context.deps, async (ledger) => {
    const row = await selectChange(ledger.trx, context.connection.id, id);
    if (row === undefined) throw operationError("not_found", "change");
    if (!isWithdrawable(row)) throw operationError("wrong_state", "withdraw", { state: row.state });
    const withdrawn = await withdrawOne(context, ledger, row);
    await refuseIncomplete(context, ledger.trx, [withdrawn], "Withdrawing this change");
    return await describeOneChange(context.deps, ledger.trx, withdrawn);
  });
}

export function isWithdrawable(row: ChangeRow): boolean {
  return nextChangeState(row.state, "withdraw").ok;
}

/** Withdraws one change; L returns to its value before the approval. */
export async function withdrawOne(
  { actor, deps, requestId }: RequestContext,
  ledger: Ledger,
  row: ChangeRow,
): Promise<ChangeRow> {
  if (isLive(row)) await restoreBaselines(deps, ledger.trx, [row]);
  return await moveChange(deps, ledger, row, {
    events: ["withdraw"],
    set: { try_after: null, ...reasonColumns(null) },
    step: "withdrawn",
    actor,
    requestId,
  });
}
