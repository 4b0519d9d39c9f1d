import type { Deps } from "#/context/deps.ts";
import { removeDrafts, removeDraftSet } from "#/ledger/changes.ts";
import { inLedgerSteps } from "#/ledger/with-ledger.ts";
import { selectChangePage } from "#/store/tables/changes/changes.ts";

/** So many drafts are discarded before others have their turn. */
export const DISCARDED_AT_ONCE = 200;

/** Discards the drafts of a set that is there for nobody any more, and it with the last of them; a later start goes on. */
export async function discardInSteps(deps: Deps, changeSetId: string): Promise<void> {
  await inLedgerSteps(deps, async (ledger) => {
    ledger.actsOn = changeSetId;
    const page = { changeSetId, state: undefined, after: null, limit: DISCARDED_AT_ONCE };
    const some = await selectChangePage(ledger.trx, page);
    const ids = some.map(({ id }) => id);
    if (some.length === DISCARDED_AT_ONCE) return (await removeDrafts(ledger, deps.connection.id, ids)).length > 0;
    await removeDraftSet(ledger, changeSetId, some);
    return false;
  });
}
