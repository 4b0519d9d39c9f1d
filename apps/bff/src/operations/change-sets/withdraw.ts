import type { ChangeSet } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { isWithdrawable, withdrawOne } from "#/operations/changes/withdraw.ts";
import { selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";

/** Withdraws every change of the set that was never sent. */
export async function withdrawChangeSet(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  const { deps } = context;
  return await withLedger(deps, async (ledger) => {
    const row = await lockAtVersion(context, ledger.trx, id, version);
    const open = (await selectChangesOfSet(ledger.trx, id)).filter(isWithdrawable);
    if (open.length === 0) throw operationError("wrong_state", "nothing-withdrawable");
    for (const change of open.toReversed()) await withdrawOne(context, ledger, change);
    return await describeChangeSet(
      deps,
      ledger.trx,
      (await updateChangeSet(ledger.trx, row, { send_after: null, on_behalf_of: null })) ?? row,
    );
  });
}
