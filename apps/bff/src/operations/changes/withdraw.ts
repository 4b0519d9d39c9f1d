import type { Change } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { selectChange } from "#/store/tables/changes.ts";
import { describeOneChange } from "#/operations/changes/internal/describe-changes.ts";
import { isWithdrawable, withdrawOne } from "./internal/withdraw-one.ts";
import { withLedger } from "#/ledger/with-ledger.ts";

/** Withdraws a change that was never sent; what the directory says falls back to what stands beneath. */
export async function withdrawChange(context: RequestContext, id: string): Promise<Change> {
  return await withLedger(context.deps, async (ledger) => {
    const row = await selectChange(ledger.trx, context.connection.id, id);
    if (row === undefined) throw new OperationError("not_found", "Change not found.");
    if (!isWithdrawable(row))
      throw new OperationError("wrong_state", `A change that is ${row.state} cannot be withdrawn.`);
    return await describeOneChange(ledger.trx, await withdrawOne(context, ledger, row));
  });
}
