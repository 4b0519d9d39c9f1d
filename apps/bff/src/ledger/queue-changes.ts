import type { Deps } from "#/context/deps.ts";
import { WRITTEN_AT_ONCE } from "#/runtime/in-steps.ts";
import { updateChanges } from "#/store/ledger-writes/changes.ts";
import {
  type ChangeSetRow,
  firstApprovalOrder,
  lockChangeSet,
  markQueueing,
  nextApprovalOrders,
} from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, reasonColumns, selectQueueing } from "#/store/tables/changes/changes.ts";
import { inLedgerSteps, type Ledger } from "./with-ledger.ts";
import { SupersededError } from "#/runtime/errors.ts";

/**
 * Approves and applies what of a locked set was staged, in its order: each gets its place in the order of folding. In the embedded
 * store one row does that for readers of a large set, and the rows of its changes follow by `queueInSteps`. False, and none is
 * applied, if one was modified concurrently.
 */
export async function applyDrafts(
  deps: Deps,
  ledger: Ledger,
  { id }: ChangeSetRow,
  { drafts, evidenceId }: { drafts: readonly ChangeRow[]; evidenceId: string | null },
): Promise<boolean> {
  const { length } = drafts;
  if (deps.store.kind !== "embedded" || length <= WRITTEN_AT_ONCE)
    return await writeQueued(deps, ledger, drafts, {
      orders: await nextApprovalOrders(ledger.trx, length),
      evidenceId,
    });
  await markQueueing(ledger.trx, id, { evidenceId, nextOrder: await firstApprovalOrder(ledger.trx, length) });
  return true;
}

/** Lets the rows of what was applied follow, in steps between which others have their turn; a later start goes on. */
export async function queueInSteps(deps: Deps, changeSetId: string): Promise<void> {
  const whole = { ...deps, store: deps.wholeStore };
  await inLedgerSteps(whole, async (ledger) => await queueSome(whole, ledger, changeSetId));
}

/** As `queueInSteps`, all in this transaction. */
export async function queueAll(deps: Deps, ledger: Ledger, changeSetId: string): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await queueSome(deps, ledger, changeSetId);
}

/** Lets some of the rows of a set that was applied follow. Returns whether some may be left. */
export async function queueSome(deps: Deps, ledger: Ledger, changeSetId: string): Promise<boolean> {
  const { trx } = ledger;
  const row = await lockChangeSet(trx, deps.connection.id, changeSetId);
  if (row?.queueing == null) return false;
  const { evidenceId, nextOrder, after } = row.queueing;
  const changes = await selectQueueing(trx, { changeSetId, after, limit: WRITTEN_AT_ONCE });
  const orders = changes.map((_, place) => nextOrder + place);
  if (!(await writeQueued(deps, ledger, changes, { orders, evidenceId })))
    throw new SupersededError("Some of the changes were changed in the meantime.");
  const isMore = changes.length === WRITTEN_AT_ONCE;
  const next = { evidenceId, nextOrder: nextOrder + changes.length, after: changes.at(-1)?.staged_order };
  await markQueueing(trx, changeSetId, isMore ? next : null);
  return isMore;
}

async function writeQueued(
  deps: Deps,
  { trx }: Ledger,
  drafts: readonly ChangeRow[],
  { orders, evidenceId }: { orders: readonly number[]; evidenceId: string | null },
): Promise<boolean> {
  const updates = drafts.map((draft, place) => ({
    before: draft,
    events: draft.state === "approved" ? (["apply"] as const) : (["approve", "apply"] as const),
    set: {
      ...reasonColumns(null),
      approval_order: orders[place] ?? null,
      evidence_id: draft.evidence_id ?? evidenceId,
    },
  }));
  return await updateChanges(trx, updates, deps.clock.now());
}
