import { nextChangeState } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { restoreBaseline } from "#/ledger/move-baseline.ts";
import { moveChange } from "#/ledger/move-change.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes.ts";

export function isWithdrawable(row: ChangeRow): boolean {
  return nextChangeState(row.state, "withdraw").ok;
}

/** Withdraws one change; L goes back to what it was before its approval. */
export async function withdrawOne(
  { actor, deps, requestId }: RequestContext,
  ledger: Ledger,
  row: ChangeRow,
): Promise<ChangeRow> {
  if (row.state === "approved") await restoreBaseline(deps, ledger.trx, row);
  return await moveChange(deps, ledger, row, {
    events: ["withdraw"],
    set: { try_after: null, ...reasonColumns(null) },
    step: "withdrawn",
    action: "change.withdraw",
    actor,
    requestId,
  });
}
