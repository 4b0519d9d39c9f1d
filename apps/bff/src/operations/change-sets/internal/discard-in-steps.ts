import type { Deps } from "#/context/deps.ts";
import { removeDraftSet, removeUnseen } from "#/ledger/changes.ts";
import { inLedgerSteps } from "#/ledger/with-ledger.ts";
import { selectChangePage } from "#/store/tables/changes/changes.ts";

/** So many changes are discarded before others have their turn. */
export const DISCARDED_AT_ONCE = 200;

/** Discards the changes of a set that is there for nobody, and it with the last of them; a later start goes on. */
export async function discardInSteps(deps: Deps, changeSetId: string): Promise<void> {
  await inLedgerSteps(deps, async (ledger) => {
    const page = { changeSetId, state: undefined, after: null, limit: DISCARDED_AT_ONCE };
    const some = await selectChangePage(ledger.trx, page);
    const isMore = some.length === DISCARDED_AT_ONCE;
    if (isMore) await removeUnseen(ledger, some);
    else await removeDraftSet(ledger, changeSetId, some);
    return isMore;
  });
}
