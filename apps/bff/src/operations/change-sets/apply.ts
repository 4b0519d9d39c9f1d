import type { ApplyChangeSetInput, ChangeSet, Evidence } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { withLedger, type Ledger } from "#/ledger/with-ledger.ts";
import { reachNow } from "#/context/rights-now.ts";
import { queueInSteps } from "#/ledger/queue-changes.ts";
import { actInSteps } from "#/ledger/set-acts.ts";
import { approvalsNow, reachesIndices } from "#/ledger/approvals-now.ts";
import { oldestGround } from "#/operations/changes/read-grounds.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { readAhead, readOrAhead } from "#/store/tables/changes/read-ahead.ts";
import { type ChangeSetRow, isBusy, selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { journal } from "#/context/journal.ts";
import { beginCheck, endOfCheck, readsOf } from "./check.ts";
import { viewPlan } from "./view-plan.ts";
import { readChangeSet } from "./list.ts";
import { refuseDeletedIndices, refuseUnready } from "./internal/apply-drafts.ts";
import { applySet, compareToApply, isUnapplied, refuseUnsendable, toBeApplied } from "./internal/apply-set.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";

interface Input extends Omit<ApplyChangeSetInput, "evidence"> {
  evidence?: Evidence | null | undefined;
  /** Of a held set, those of its changes that are to be sent; all that can be unless given. */
  only?: readonly string[];
}

/**
 * Applies a draft, which approves it in the same step and is sent once the time to undo is over; of a held set, requests sending of
 * what can be sent now. Where what it was decided on was read too long ago, the set is checked first, by a job of its own: one that
 * does not end at once is left to it, and the set is `checking`.
 */
export async function applyChangeSet(context: RequestContext, id: string, asked: Input): Promise<ChangeSet> {
  await applyOrCheck(context, id, asked);
  return await readChangeSet(context, id);
}

export async function applyOrCheck(context: RequestContext, id: string, asked: Input): Promise<void> {
  const { deps } = context;
  const found = await selectChangeSet(deps.store.db, context.connection.id, id);
  if (found === undefined) throw operationError("not_found", "change-set");
  if (isBusy(found)) throw operationError("in_progress", "change-set");
  const { plan } = asked;
  if (plan !== undefined && (await viewPlan(context, id)).revision !== plan)
    throw operationError("moved_since_seen", "plan");
  const reads = await readsOf(deps, found, asked);
  if (reads.toRead === 0 || asked.asRead !== undefined) await applyAtOnce(context, id, asked);
  else await check(context, id, { ...asked, ...reads });
}

async function applyAtOnce(
  context: RequestContext,
  id: string,
  { version, evidence, moved, asRead, only = null }: Omit<Input, "only"> & { only?: Input["only"] | null },
): Promise<void> {
  const { actor, deps } = context;
  const approves = asRead === undefined ? undefined : await reachNow(deps, deps.wholeStore.db, actor, "approve");
  // A limited store knows no people, so that their rights are read beside the transaction; they are judged again at its end.
  const approvals = await approvalsNow(deps, deps.wholeStore.db, id);
  const ahead = await compareToApply(deps, id, only);
  const applied = await withLedger(deps, async (ledger) => {
    const row = await lockAtVersion(context, ledger.trx, id, version);
    const changes = await readOrAhead(ledger.trx, ahead.read);
    await refuseDeletedIndices(context, ledger.trx, changes);
    if (asRead !== undefined) await refuseAsRead(context, ledger, { row, changes, asRead, approves, only });
    return await applySet(context, ledger, { row, changes, given: evidence ?? null, moved, only, ahead }, approvals);
  });
  if (typeof applied === "number") throw operationError("wrong_state", "approval-lost", { applied });
  await queueInSteps(deps, id)
    .then(() => actInSteps(deps, id))
    .finally(() => deps.sendingSignal.notify());
}

/** Only what could not be read is applied on what was read last, by a person who may approve it, and that is told. */
async function refuseAsRead(
  context: RequestContext,
  { trx }: Ledger,
  {
    row,
    changes,
    asRead,
    approves,
    only,
  }: {
    row: ChangeSetRow;
    changes: readonly ChangeRow[];
    asRead: string;
    approves: RequestContext["reach"] | undefined;
    only: readonly string[] | null;
  },
): Promise<void> {
  const { actor, connection, deps } = context;
  const { required } = await selectApprovalSettings(trx, connection.id);
  const indexIds = changes.map((change) => change.index_id);
  const mayApprove = required === 0 || (await reachesIndices(deps, trx, indexIds))(approves);
  if (actor.kind !== "person" || !mayApprove) throw operationError("forbidden", "approver-applies");
  if (row.not_applied?.code !== "ground_not_read") throw operationError("wrong_state", "not-unread");
  const oldest = await oldestGround(deps, trx, toBeApplied(deps, changes, only));
  if (oldest === null || oldest < new Date(asRead)) throw operationError("wrong_state", "not-unread");
  await journal(context, trx, {
    subject: row.id,
    indexId: row.index_id,
    message: { code: "change-set.apply-as-read", params: { by: actor.name, at: oldest.toISOString() } },
  });
}

/** Begins a check, and waits a moment for its end: a refusal by then is that of the request. */
async function check(
  context: RequestContext,
  id: string,
  { version, ...asked }: Input & { readAfter: Date; toRead: number },
): Promise<void> {
  const { deps } = context;
  const ahead = await readAhead(deps.store.db, id);
  await inTransaction(context, async (trx) => {
    const row = await lockAtVersion(context, trx, id, version);
    const changes = await readOrAhead(trx, ahead);
    await refuseDeletedIndices(context, trx, changes);
    if (isUnapplied(changes)) await refuseUnready(context, trx, { row, changes, given: asked.evidence ?? null });
    else refuseUnsendable(deps, { changes, only: asked.only ?? null });
    await beginCheck(context, trx, row, asked);
  });
  const refusal = await endOfCheck(context, id);
  if (refusal !== null) throw refusal;
}
