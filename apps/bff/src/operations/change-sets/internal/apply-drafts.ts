import type { ApplyChangeSetInput, Evidence } from "@dc/contract";
import { isStaged } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { refuseImpossibleDays } from "#/operations/changes/refuse-impossible-days.ts";
import { refuseIncomplete } from "#/operations/changes/missing-of-created.ts";
import type { ApprovalsNow } from "#/ledger/approvals-now.ts";
import { returnToReview } from "#/ledger/return-to-review.ts";
import { moveStaged } from "#/ledger/changes.ts";
import { applyDrafts } from "#/ledger/queue-changes.ts";
import { type ComparedAhead, compareAgain } from "#/ledger/grounds/compare-ahead.ts";
import { isMoved } from "#/ledger/grounds/ground.ts";
import { standingOn } from "#/ledger/grounds/entries-of-set.ts";
import { keepGrounds } from "#/ledger/grounds/keep-grounds.ts";
import { lockFields } from "#/ledger/move-baseline.ts";
import { movedRefusal, refuseMovedGrounds } from "#/operations/changes/refuse-moved-grounds.ts";
import { splitRows, withRecordsCreated } from "#/operations/change-sets/split-off.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { type ChangeSetRow, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { insertEvidence } from "#/store/tables/changes/evidence.ts";
import { selectApprovals } from "#/store/tables/changes/approvals.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { journal } from "#/context/journal.ts";
import { json } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { selectLatestDeletion } from "#/store/tables/directories/deletions.ts";
import { lockIndexVersion } from "#/store/tables/directories/index-versions.ts";
import { enoughApprovals } from "#/ledger/approvals-now.ts";
import { askedChanges } from "./add-comment.ts";
import { evidenceOfDraft } from "./evidence-of-draft.ts";
import { keepNotApplied } from "./keep-not-applied.ts";
import { splitLater } from "./later-changes.ts";

/** What apply is asked for, but for the version of the set. */
export interface AskedApply extends Pick<ApplyChangeSetInput, "moved" | "plan"> {
  evidence?: Evidence | null | undefined;
  /** Of a held set, those of its changes that are to be sent; all that can be unless given. */
  only?: readonly string[];
}

/**
 * Nothing is applied to an index version that the service has no more, or whose deletion is on its way; none begins before
 * this transaction ends.
 */
export async function refuseDeletedIndices(
  context: RequestContext,
  trx: Transaction,
  changes: readonly ChangeRow[],
): Promise<void> {
  // In one order, so that two sets never wait for each other.
  for (const indexId of [...new Set(changes.map((change) => change.index_id))].toSorted())
    await refuseDeleted(context, trx, indexId);
}

async function refuseDeleted({ connection }: RequestContext, trx: Transaction, indexId: string): Promise<void> {
  const index = await lockIndexVersion(trx, connection.id, indexId, "share");
  const deletion = await selectLatestDeletion(trx, connection.id, indexId);
  if (index?.deleted_at != null) throw operationError("wrong_state", "index-version-deleted", { label: index.label });
  if (deletion?.state === "sending" || deletion?.state === "unknown")
    throw operationError("wrong_state", "index-version-being-deleted", { label: index?.label ?? indexId });
}

export interface DraftSet {
  row: ChangeSetRow;
  changes: readonly ChangeRow[];
  given: Evidence | null;
  moved: AskedApply["moved"];
  ahead: ComparedAhead | null;
  /** Whether nobody waits for it, so that what is split off is told. */
  isScheduled?: boolean | undefined;
}

/** Refuses what no reading could let be applied. Returns the changes that are to be applied. */
export async function refuseUnready(
  context: RequestContext,
  trx: Transaction,
  { row, changes, given }: Pick<DraftSet, "row" | "changes" | "given">,
): Promise<ChangeRow[]> {
  const staged = changes.filter(isStaged);
  if (staged.length === 0) throw operationError("set_empty", "nothing-to-apply");
  await refuseUnapproved(context, trx, row, staged);
  const requested = await askedChanges(trx, row.id);
  const open = staged.filter((draft) => requested.has(draft.id)).length;
  if (open > 0) throw operationError("wrong_state", "changes-asked", { open });
  // It was approved with the evidence that it has.
  if (given !== null && staged.some(({ state }) => state === "approved"))
    throw operationError("wrong_state", "evidence-approved");
  refuseImpossibleDays([{ evidence: given, pointer: "/evidence" }], context.deps);
  return staged;
}

/**
 * Applies what of a locked set is not live, compared on the readings that are kept. Returns how many changes are in review again
 * in place of the row, where approvals do not count any more.
 */
export async function applyDraftSet(
  context: RequestContext,
  ledger: Ledger,
  asked: DraftSet,
  approvals: ApprovalsNow,
): Promise<ChangeSetRow | number> {
  const { actor, connection, deps } = context;
  const { trx } = ledger;
  const { required } = await selectApprovalSettings(trx, connection.id);
  const returned = required === 0 ? 0 : await returnToReview(deps, ledger, asked.row, approvals);
  if (returned > 0) return returned;
  const staged = await refuseUnready(context, trx, asked);
  const now = deps.clock.now();
  const { row: rest, due, given } = await splitLater(context, ledger, { ...asked, changes: staged });
  if (due.length === 0) return rest;
  const { row, drafts } = await judgeGrounds(context, ledger, { ...asked, row: rest, changes: due });
  if (drafts.length === 0) return row;
  const evidenceId = given === null ? await evidenceOfDraft(deps, trx, row, drafts) : deps.newId("evi");
  if (given !== null && evidenceId !== null)
    await insertEvidence(trx, { id: evidenceId, connectionId: connection.id, evidence: given, actor, now });
  if (!(await applyDrafts(deps, ledger, row, { drafts, evidenceId })))
    throw operationError("version_mismatch", "change-of-change-set");
  await refuseIncomplete(context, trx, drafts, "Applying this change set");
  await journal(context, trx, {
    subject: row.id,
    indexId: row.index_id,
    message: { code: "change-set.apply", params: { by: actor.name, count: drafts.length } },
    why: given?.reason ?? null,
  });
  const set = {
    applied_by: json(actor),
    applied_at: now,
    send_after: new Date(now.getTime() + deps.undoMs),
    on_behalf_of: json(actor),
    paused: null,
    not_applied: null,
    schedule: null,
    evidence_id: evidenceId,
  };
  return (await updateChangeSet(trx, row, set)) ?? throwChangedUnderLock();
}

/**
 * Compares what is to be applied with what its authors saw. What the directory says already is withdrawn; what moved is split
 * off if that was said, and refused otherwise. Returns what is left to apply.
 */
async function judgeGrounds(
  context: RequestContext,
  ledger: Ledger,
  { row: given, changes, moved, ahead, isScheduled = false }: DraftSet,
): Promise<{ row: ChangeSetRow; drafts: ChangeRow[] }> {
  const { deps } = context;
  const { trx } = ledger;
  let row = given;
  await lockFields(deps, trx, changes);
  let drafts = await keepGrounds(deps, ledger, changes);
  const byId = await compareAgain(deps, trx, drafts, ahead);
  const done = drafts.filter(({ id }) => byId.get(id)?.isAlreadySo === true);
  if (done.length > 0) {
    const reason = { code: "already-so" } as const;
    if (!(await moveStaged(deps, ledger, done, ["withdraw"], reason)))
      throw operationError("version_mismatch", "change-of-change-set");
    await journal(context, trx, {
      subject: row.id,
      indexId: row.index_id,
      message: { code: "change-set.already-so", params: { by: context.actor.name, count: done.length } },
    });
    const ids = new Set(done.map(({ id }) => id));
    drafts = drafts.filter(({ id }) => !ids.has(id));
  }
  const left = drafts.flatMap(({ id }) => byId.get(id) ?? []).filter(isMoved);
  const split = withRecordsCreated(drafts, [
    ...left.map((compared) => compared.row),
    ...standingOn(deps, drafts, left, byId),
  ]);
  if (split.length > 0) {
    const { actor } = context;
    const isOfOthers = split.some((change) => change.created_by.id !== actor.id);
    const maySplit = moved === "split off" && !(actor.kind === "token" && isOfOthers);
    if (!maySplit || split.length === drafts.length) await refuseMovedGrounds(deps, trx, left);
    const { rest, made } = await splitRows(context, ledger, row, split);
    row = rest;
    if (isScheduled) {
      const refusal = await movedRefusal(deps, trx, left);
      await keepNotApplied(context, trx, { row: made, by: context.actor, refusal, changes: [] });
    }
    const ids = new Set(split.map(({ id }) => id));
    drafts = drafts.filter(({ id }) => !ids.has(id));
  }
  if (drafts.length === 0 && row === given) row = (await updateChangeSet(trx, row, {})) ?? throwChangedUnderLock();
  return { row, drafts };
}

/** Refuses changes without the approvals that the connection requires at this moment. */
async function refuseUnapproved(
  { connection }: RequestContext,
  trx: Ledger["trx"],
  row: ChangeSetRow,
  changes: readonly ChangeRow[],
): Promise<void> {
  const settings = await selectApprovalSettings(trx, connection.id);
  if (settings.required === 0) return;
  const enough = enoughApprovals(settings, await selectApprovals(trx, [row.id]));
  const waiting = changes.filter((change) => change.state !== "approved" || !enough(change)).length;
  if (waiting === 0) return;
  const needed =
    settings.required === 1 ? "the approval of one person" : `the approvals of ${settings.required} people`;
  throw operationError("approval_required", "approval-needed", { waiting, needed });
}

function throwChangedUnderLock(): never {
  throw new InvariantError("A change set that was locked was changed by somebody else.");
}
