import { setTimeout as wait } from "node:timers/promises";
import { type ApplyChangeSetInput, type ChangeSet, ErrorCode, type Evidence } from "@dc/contract";
import { changeSetState, isStaged, reasonText } from "@dc/directory";
import { type Deps, inTransaction, type RequestContext } from "#/context/deps.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { holdReason } from "#/sending/hold-reason.ts";
import { withLedger, type Ledger } from "#/ledger/with-ledger.ts";
import { reachNow } from "#/context/rights-now.ts";
import { approvalsNow, reachesIndices } from "#/ledger/approvals-now.ts";
import { releaseHeld } from "#/operations/changes/release-held.ts";
import { oldestGround, oldGrounds } from "#/operations/changes/read-grounds.ts";
import { changeInSet, type ChangeRow, selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { type ChangeSetRow, selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { selectUnheldChecks, updateCheck } from "#/store/tables/changes/change-set-leases.ts";
import { journal } from "#/context/journal.ts";
import { viewPlan } from "./view-plan.ts";
import { readChangeSet } from "./list.ts";
import { applyDraftSet, type AskedApply, refuseDeletedIndices, refuseUnready } from "./internal/apply-drafts.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";
import { runCheck } from "./internal/run-check.ts";

export const CHECKS = "checks of change sets";

/** So long a request waits for the end of a check that it began. */
const ANSWERED_WITHIN_MS = 2_000;

type Input = Omit<ApplyChangeSetInput, "evidence"> & { evidence?: Evidence | null | undefined };

/**
 * Applies a draft, which approves it in the same step and is sent once the time to undo is over. Where what it was decided on was
 * read too long ago, the set is checked first, by a job of its own: one that does not end at once is left to it, and the set is
 * `checking`. For a held set, requests sending of whatever can be sent now.
 */
export async function applyChangeSet(context: RequestContext, id: string, asked: Input): Promise<ChangeSet> {
  const { deps } = context;
  const found = await selectChangeSet(deps.store.db, context.connection.id, id);
  if (found === undefined) throw operationError("not_found", "change-set");
  if (found.checking !== null) throw operationError("in_progress", "change-set");
  const { plan } = asked;
  if (plan !== undefined && (await viewPlan(context, id)).revision !== plan)
    throw operationError("moved_since_seen", "plan");
  const { applyAgeHours } = await selectApprovalSettings(deps.store.db, context.connection.id);
  const mayBeOldMs = applyAgeHours === null ? deps.staleAfterMs : applyAgeHours * 3_600_000;
  const readAfter = new Date(deps.clock.now().getTime() - mayBeOldMs);
  const staged = (await selectChangesOfSet(deps.store.db, id)).filter(isWaiting);
  const toRead = (await oldGrounds(deps, staged, readAfter)).length;
  if (toRead === 0 || asked.asRead !== undefined) await applyAtOnce(context, id, asked);
  else await check(context, id, { ...asked, readAfter, toRead });
  return await readChangeSet(context, id);
}

const isWaiting = (change: ChangeRow) => isStaged(change) && change.state !== "queued";

async function applyAtOnce(context: RequestContext, id: string, asked: Input): Promise<void> {
  const { version, evidence, moved, asRead } = asked;
  const { actor, deps } = context;
  const approves = asRead === undefined ? undefined : await reachNow(deps, deps.wholeStore.db, actor, "approve");
  // A limited store knows no people, so that their rights are read beside the transaction; they are judged again at its end.
  const approvals = await approvalsNow(deps, deps.wholeStore.db, id);
  const applied = await withLedger(deps, async (ledger) => {
    const row = await lockAtVersion(context, ledger.trx, id, version);
    const changes = await selectChangesOfSet(ledger.trx, id);
    await refuseDeletedIndices(context, ledger.trx, changes);
    const state = changeSetState(changes.map(changeInSet));
    if (state !== "draft" && state !== "in review" && state !== "approved")
      return await release(context, ledger, row, changes);
    if (asRead !== undefined) await refuseAsRead(context, ledger, { row, changes, asRead, approves });
    return await applyDraftSet(context, ledger, { row, changes, given: evidence ?? null, moved }, approvals);
  });
  if (typeof applied === "number") throw operationError("wrong_state", "approval-lost", { applied });
  deps.sendingSignal.notify();
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
  }: {
    row: ChangeSetRow;
    changes: readonly ChangeRow[];
    asRead: string;
    approves: RequestContext["reach"] | undefined;
  },
): Promise<void> {
  const { actor, connection, deps } = context;
  const { required } = await selectApprovalSettings(trx, connection.id);
  const indexIds = changes.map((change) => change.index_id);
  const mayApprove = required === 0 || (await reachesIndices(deps, trx, indexIds))(approves);
  if (actor.kind !== "person" || !mayApprove) throw operationError("forbidden", "approver-applies");
  if (row.not_applied?.code !== "ground_not_read") throw operationError("wrong_state", "not-unread");
  const oldest = await oldestGround(deps, trx, changes.filter(isWaiting));
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
  { version, readAfter, toRead, ...asked }: Input & { readAfter: Date; toRead: number },
): Promise<void> {
  const { actor, connection, deps, requestId } = context;
  await inTransaction(context, async (trx) => {
    const row = await lockAtVersion(context, trx, id, version);
    const changes = await selectChangesOfSet(trx, id);
    await refuseDeletedIndices(context, trx, changes);
    await refuseUnready(context, trx, { row, changes, given: asked.evidence ?? null });
    await updateCheck(trx, id, { checking: checkingOf(context, asked, { readAfter, toRead }) });
    await journal(context, trx, {
      subject: id,
      indexId: row.index_id,
      message: { code: "change-set.check", params: { by: actor.name, count: toRead } },
    });
  });
  const moment = new AbortController();
  await Promise.race([
    runCheck(deps, id).finally(() => moment.abort()),
    wait(ANSWERED_WITHIN_MS, undefined, { signal: moment.signal }).catch(() => undefined),
  ]);
  const refused = (await selectChangeSet(deps.store.db, connection.id, id))?.not_applied;
  if (refused?.requestId !== requestId) return;
  const named = refused.changes.map(({ id: changeId, detail }) => ({ changeId, detail }));
  throw new OperationError(ErrorCode.parse(refused.code), refused.detail, named.length === 0 ? {} : { moved: named });
}

/** Goes on with the checks that no process runs, each beside the others. */
export async function resumeChecks(deps: Deps): Promise<void> {
  const ids = await selectUnheldChecks(deps.store.db, deps.connection.id, deps.clock.now());
  for (const id of ids) void runCheck(deps, id);
}

function checkingOf(
  { actor, deps, requestId }: RequestContext,
  { evidence, moved, plan }: AskedApply,
  { readAfter, toRead }: { readAfter: Date; toRead: number },
) {
  const at = deps.clock.now().toISOString();
  return {
    requestId,
    by: actor,
    at,
    readAfter: readAfter.toISOString(),
    evidence: evidence ?? null,
    moved: moved ?? "refuse",
    plan: plan ?? null,
    read: 0,
    toRead,
  } as const;
}

/** Sends what of the held changes can be sent now. */
async function release(
  context: RequestContext,
  ledger: Ledger,
  row: ChangeSetRow,
  changes: readonly ChangeRow[],
): Promise<ChangeSetRow> {
  const { actor, deps } = context;
  const held = changes.filter(({ state }) => state === "held");
  if (held.length === 0) throw operationError("set_ended", "nothing-applicable");
  const reasons = held.map((change) => holdReason(deps, change));
  const sendable = held.filter((_, index) => reasons[index] === null);
  const [reason] = reasons;
  if (sendable.length === 0 && reason !== undefined && reason !== null)
    throw new OperationError("wrong_state", reasonText(reason));
  const { changeSet } = await releaseHeld(context, ledger, row, sendable);
  await journal(context, ledger.trx, {
    subject: row.id,
    indexId: row.index_id,
    message: { code: "change-set.send", params: { by: actor.name, count: sendable.length } },
  });
  return changeSet;
}
