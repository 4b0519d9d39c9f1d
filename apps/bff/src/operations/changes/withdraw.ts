import type { Change } from "@dc/contract";
import { nextChangeState } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { moveChange } from "#/ledger/move-change.ts";
import { type ChangeRow, selectChange } from "#/store/tables/changes.ts";
import { describeChanges } from "./describe.ts";
import { withLedger, type Ledger } from "#/ledger/with-ledger.ts";
import { restoreBaseline } from "#/ledger/move-baseline.ts";

/** Withdraws a change that was never sent; what the directory says falls back to what stands beneath. */
export async function withdrawChange(context: RequestContext, id: string): Promise<Change> {
  return await withLedger(context.deps, async (ledger) => {
    const row = await selectChange(ledger.trx, context.connection.id, id);
    if (row === undefined) throw new OperationError("not_found", "There is no such change.");
    if (!isWithdrawable(row))
      throw new OperationError("wrong_state", `A change that is ${row.state} cannot be withdrawn.`);
    return await describeOneChange(ledger, await withdraw(context, ledger, row));
  });
}

export function isWithdrawable(row: ChangeRow): boolean {
  return nextChangeState(row.state, "withdraw").ok;
}

export async function withdraw(
  { actor, deps, requestId }: RequestContext,
  ledger: Ledger,
  row: ChangeRow,
): Promise<ChangeRow> {
  if (row.state === "approved") await restoreBaseline(deps, ledger.trx, row);
  return await moveChange(deps, ledger, row, {
    events: ["withdraw"],
    set: { try_after: null, because: null },
    word: "Withdrawn",
    action: "change.withdraw",
    actor,
    requestId,
  });
}

export async function describeOneChange({ trx }: Ledger, row: ChangeRow): Promise<Change> {
  const [change] = await describeChanges(trx, [row]);
  if (change === undefined) throw new RangeError("one row gives one change");
  return change;
}
