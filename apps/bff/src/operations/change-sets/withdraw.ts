import type { ChangeSet, WithdrawChangeSetInput } from "@dc/contract";
import { isEnded } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { InvariantError, type OperationError, operationError } from "#/runtime/errors.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { refuseMovedOfOthers } from "#/operations/changes/refuse-moved-grounds.ts";
import { takesBackNow } from "#/operations/taking-back/ask.ts";
import { takeChangeSet } from "#/sending/lease.ts";
import { withdrawInSteps } from "#/sending/withdraw-in-steps.ts";
import { endLease } from "#/store/lease.ts";
import { json } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { type ChangeSetRow, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectStatesOfSet, selectWithdrawable, type Withdrawable } from "#/store/tables/changes/changes.ts";
import { readChangesOfSet } from "#/store/tables/changes/read-ahead.ts";
import { readChangeSet } from "./list.ts";
import { actInSteps } from "#/ledger/set-acts.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";

/** The rows of so many changes follow before the request is answered; those of more while the sender runs. */
const WITHIN_REQUEST = 200;
const LEASE_MS = 60_000;

/**
 * Withdraws the changes of the set that were never sent, but for held ones where they are kept, or asks for it: one row ends them
 * for readers and takes the set from whoever sends it, and the rows of the changes follow in steps.
 */
export async function withdrawChangeSet(
  context: RequestContext,
  id: string,
  { version, reason: given, keepsHeld = false }: WithdrawChangeSetInput,
): Promise<ChangeSet> {
  const { deps } = context;
  const reason = given ?? null;
  await actInSteps(deps, id);
  const isByToken = context.actor.kind === "token";
  const changes = isByToken ? await readChangesOfSet(deps.store.db, id) : [];
  const count = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const row = await lockAtVersion(context, trx, id, version);
    await refuseMovedOfOthers(context, trx, changes);
    const open = await selectWithdrawable(trx, { changeSetId: id, keepsHeld });
    const live = open.filter(({ isLive }) => isLive);
    const indexIds = live.map(({ indexId }) => indexId);
    const taken = {
      changeSetId: id,
      as: "withdraw" as const,
      changeIds: null,
      keepsHeld,
      indexIds,
      count: countOf(live),
    };
    if (!(await takesBackNow(context, trx, live.length === 0 ? [] : [taken], reason))) return 0;
    return await withdrawUnsent(context, ledger, row, { reason, keepsHeld, open });
  });
  if (count <= WITHIN_REQUEST) {
    await followWithdrawn(deps, id, count);
    return await readChangeSet(context, id);
  }
  // What is read for the answer would wait for each of the steps in which the rows follow.
  return await readChangeSet(context, id).finally(() => deps.sendingSignal.notify());
}

const countOf = (open: readonly Withdrawable[]) => open.reduce((sum, { changes }) => sum + changes.length, 0);

/** Ends for readers, by the row of the set, what was never sent of it, as it is `open` to that. Returns how many changes that are. */
export async function withdrawUnsent(
  context: RequestContext,
  ledger: Ledger,
  row: ChangeSetRow,
  { reason, keepsHeld, open }: { reason: string | null; keepsHeld: boolean; open: readonly Withdrawable[] },
): Promise<number> {
  const { actor, deps, requestId } = context;
  const { trx } = ledger;
  const count = countOf(open);
  if (count === 0) throw await nothingWithdrawable(trx, row.id);
  const live = open.filter(({ isLive }) => isLive);
  for (const { indexId, changes } of live)
    for (const { id, record } of changes) ledger.markEnded(indexId, { record, ids: [id] });
  await journal(context, trx, {
    subject: row.id,
    indexId: row.index_id,
    message: { code: "change-set.withdraw", params: { by: actor.name, count } },
    why: reason,
  });
  const at = deps.clock.now().toISOString();
  const withdrawn = await updateChangeSet(trx, row, {
    withdrawing: json({ by: actor, requestId, why: reason, keepsHeld }),
    withdrawn: json({ by: actor, at, why: reason }),
    queueing: null,
    taking_back: null,
    send_after: null,
    on_behalf_of: null,
    // What was on its way is read; where it reads as before, it is sent again only if somebody resumes it.
    ...(live.length === 0 ? {} : { paused: json({ by: actor, at }) }),
    lease_owner: null,
    lease_until: null,
    fencing: row.fencing + 1,
  });
  if (withdrawn === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
  return count;
}

async function nothingWithdrawable(trx: Transaction, id: string): Promise<OperationError> {
  const states = await selectStatesOfSet(trx, id);
  if (states.length === 0) return operationError("set_empty", "no-changes");
  return states.every(isEnded)
    ? operationError("set_ended", "all-ended")
    : operationError("wrong_state", "nothing-withdrawable");
}

/** Lets the rows of a set that was withdrawn follow, those of a large one while the sender runs. */
export async function followWithdrawn(deps: Deps, id: string, count: number): Promise<void> {
  const lease =
    count > WITHIN_REQUEST
      ? undefined
      : await takeChangeSet(deps, { changeSetId: id, owner: deps.newId("snd"), forMs: LEASE_MS });
  if (lease !== undefined) {
    await withdrawInSteps({ deps, lease });
    await endLease(deps.store.db, lease);
  }
  // Whoever was sending has lost the set: a record that was on its way is read by whoever takes it next.
  deps.sendingSignal.notify();
}
