import { setImmediate as nextTurn } from "node:timers/promises";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { removeDraftSet } from "#/ledger/changes.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { DISCARDED_AT_ONCE, discardedOfOthers, discardInSteps } from "#/ledger/discarded-drafts.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";
import { refuseMovedOfOthers } from "#/operations/changes/refuse-moved-grounds.ts";
import { operationError } from "#/runtime/errors.ts";
import { type ChangeSetRow, isBusy, selectChangeSet, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { isOpenedWith } from "#/store/tables/activity/journal.ts";
import { type ChangeRow, countChangesOfSet, selectChangePage } from "#/store/tables/changes/changes.ts";
import { journal } from "#/context/journal.ts";

/**
 * Discards a draft with its changes. Applied changes have to be withdrawn or undone instead. In the embedded store a large one is
 * there for nobody at once, and its drafts follow in steps.
 */
export async function discardChangeSet(context: RequestContext, id: string): Promise<void> {
  const { connection, deps } = context;
  const changeSet = await selectChangeSet(deps.store.db, connection.id, id);
  if (changeSet === undefined) throw operationError("not_found", "change-set");
  await discardAsRead(context, changeSet, await readChanges(deps, id));
}

/**
 * Discards a large set as `discardChangeSet` does in the embedded store, if its drafts are those that were staged as it was opened,
 * and these. Returns it as it was then, undefined if it is not so.
 */
export async function discardAsOpened(
  context: RequestContext,
  id: string,
  staged: readonly string[],
): Promise<ChangeSetRow | undefined> {
  const { connection, deps } = context;
  const { db } = deps.store;
  const [changeId] = staged;
  if (changeId === undefined || !isDiscardedInSteps(deps, staged.length)) return undefined;
  const changeSet = await selectChangeSet(db, connection.id, id);
  if (changeSet === undefined || changeSet.index_id !== null || isBusy(changeSet)) return undefined;
  const changes = await readChanges(deps, id);
  const ids = new Set(staged);
  const isAll =
    changes.length === ids.size && changes.every((change) => ids.has(change.id) && change.state === "draft");
  if (!isAll || !(await isOpenedWith(db, { changeSetId: id, changeId }))) return undefined;
  await discardAsRead(context, changeSet, changes);
  return changeSet;
}

const isDiscardedInSteps = ({ store }: Deps, changes: number) =>
  store.kind === "embedded" && changes > DISCARDED_AT_ONCE;

async function discardAsRead(
  context: RequestContext,
  { id, version }: ChangeSetRow,
  changes: readonly ChangeRow[],
): Promise<void> {
  const { actor, deps } = context;
  const inSteps = isDiscardedInSteps(deps, changes.length);
  await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const row = await lockAtVersion(context, trx, id, version);
    if (changes.some(({ state }) => state !== "draft")) throw operationError("wrong_state", "discard-applied");
    if ((await countChangesOfSet(trx, id)) !== changes.length) throw operationError("version_mismatch", "change-set");
    await refuseMovedOfOthers(context, trx, changes);
    const { name } = await describeChangeSet(context.deps, trx, row);
    if (inSteps) await updateChangeSet(trx, row, { opening: true });
    else await removeDraftSet(ledger, id, changes);
    await journal(context, trx, {
      subject: id,
      indexId: row.index_id,
      before: changes.map(({ operation, record_type, record_id, field }) => ({
        operation,
        record_type,
        record_id,
        field,
      })),
      after: discardedOfOthers(actor, changes, { name }),
      message: { code: "change-set.discard", params: { by: actor.name, count: changes.length } },
    });
  });
  if (inSteps) await discardInSteps(deps, id);
}

/** All changes of a set, with turns of others in between. */
async function readChanges({ store }: Deps, changeSetId: string): Promise<ChangeRow[]> {
  const changes: ChangeRow[] = [];
  for (;;) {
    const after = changes.at(-1)?.staged_order ?? null;
    const page = { changeSetId, state: undefined, after, limit: DISCARDED_AT_ONCE };
    const some = await selectChangePage(store.db, page);
    changes.push(...some);
    if (some.length < DISCARDED_AT_ONCE) return changes;
    await nextTurn();
  }
}
