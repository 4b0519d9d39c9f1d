import type { ChosenChangesInput, AskForChangesInput, ChangeSet, RejectChangesInput } from "@dc/contract";
import { type ChangeEvent, type ChangeReason, isStaged } from "@dc/directory";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { approvalsNow, enoughApprovals } from "#/ledger/approvals-now.ts";
import { moveStaged } from "#/ledger/changes.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { compareGrounds } from "#/ledger/grounds/ground.ts";
import { keepGrounds } from "#/ledger/grounds/keep-grounds.ts";
import { refuseMovedGrounds } from "#/operations/changes/refuse-moved-grounds.ts";
import { evidenceOfDraft } from "./internal/evidence-of-draft.ts";
import { type Choice, chosenChanges, refuseOfOtherSets } from "./internal/chosen-changes.ts";
import { addComment, askedChanges } from "./internal/add-comment.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import {
  type ApprovalRow,
  deleteApprovals,
  insertApprovals,
  selectApprovals,
} from "#/store/tables/changes/approvals.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { answerRequests, selectComment } from "#/store/tables/changes/review-comments.ts";
import { type ChangeRow, selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { type ChangeSetRow, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { journal } from "#/context/journal.ts";
import { selectTokenIdsOf } from "#/store/tables/people/tokens.ts";

/** Asks for the review of a draft. It needs a reason, like a draft that is applied. */
export async function submitChangeSet(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  return await review(context, { id, version, verb: "submit" }, async (ledger, row, changes) => {
    refuseWithoutOpen(changes);
    const drafts = inState(changes, ["draft"], "no-drafts");
    await evidenceOfDraft(context.deps, ledger.trx, row, drafts);
    await refuseMovedOf(context, ledger, drafts);
    await move(context, ledger, drafts, ["submit"]);
    return drafts.length;
  });
}

/**
 * Approves the chosen changes in review that the caller did not stage, or all of them where one's own approval counts. What
 * somebody asked to be changed keeps the approval, and stays in review until that is answered.
 */
export async function approveChangeSet(
  context: RequestContext,
  id: string,
  { version, ...choice }: ChosenChangesInput,
): Promise<ChangeSet> {
  const { actor, connection, deps, personId } = context;
  const owned = await selectTokenIdsOf(deps.wholeStore.db, personId);
  const isOwn = ({ created_by: author, settled_by: settled }: ChangeRow) =>
    [author, ...(settled ?? [])].some(({ id: of }) => of === personId || owned.includes(of));
  const isChosen = await chosenChanges(context, id, choice);
  const { lapsed } = await approvalsNow(deps, deps.wholeStore.db, id);
  const isLapsed = (approval: ApprovalRow) =>
    lapsed.some(
      ({ change_id: changeId, person_id: by }) => changeId === approval.change_id && by === approval.person_id,
    );
  return await review(context, { id, version, verb: "approve" }, async (ledger, _row, changes) => {
    const { trx } = ledger;
    const settings = await selectApprovalSettings(trx, connection.id);
    refuseWithoutOpen(changes);
    const waiting = inState(changes.filter(isChosen), ["in review"], "nothing-in-review");
    const approved = waiting.filter((change) => settings.ownCounts || !isOwn(change));
    if (approved.length === 0) throw operationError("wrong_state", "own-changes");
    await refuseMovedOf(context, ledger, approved);
    const given = approved.map((change) => ({ changeId: change.id, isOwn: isOwn(change) }));
    await insertApprovals(trx, { approved: given, personId, actor, now: deps.clock.now() });
    const counting = (await selectApprovals(trx, [id])).filter((approval) => !isLapsed(approval));
    const enough = enoughApprovals(settings, counting);
    const asked = await askedChanges(trx, id);
    await move(
      context,
      ledger,
      approved.filter((change) => enough(change) && !asked.has(change.id)),
      ["approve"],
    );
    return approved.length;
  });
}

/** Rejects the chosen changes with a reason; they have ended then, and the rest of the set goes on. */
export async function rejectChanges(
  context: RequestContext,
  id: string,
  { version, reason, ...choice }: z.output<typeof RejectChangesInput>,
): Promise<ChangeSet> {
  const isChosen = await chosenChanges(context, id, choice);
  return await review(context, { id, version, verb: "reject", why: reason }, async (ledger, _row, changes) => {
    const rejected = chosenIn(changes, choice, isChosen, "reject-outside-review");
    const { name: person } = context.actor;
    await move(context, ledger, rejected, ["reject"], { code: "rejected", params: { person, words: reason } });
    return rejected.length;
  });
}

/** Asks for changes of the chosen ones: approved ones are in review again, with their approvals. */
export async function askForChanges(
  context: RequestContext,
  id: string,
  { version, words, ...choice }: z.output<typeof AskForChangesInput>,
): Promise<ChangeSet> {
  const isChosen = await chosenChanges(context, id, choice);
  return await review(context, { id, version, verb: "ask", why: words }, async (ledger, row, changes) => {
    const asked = chosenIn(changes, choice, isChosen, "ask-outside-review");
    await move(
      context,
      ledger,
      asked.filter(({ state }) => state === "approved"),
      ["lapse"],
    );
    await addComment(context, ledger.trx, { changeSet: row, about: asked, words, asks: true });
    return asked.length;
  });
}

/** Takes back what the caller asked for: changes that have their approvals, and about which nothing else is asked, are approved. */
export async function withdrawRequest(
  context: RequestContext,
  id: string,
  commentId: string,
  version: number,
): Promise<ChangeSet> {
  const { actor, connection, deps, personId } = context;
  return await review(context, { id, version, verb: "withdraw-request" }, async (ledger, row, changes) => {
    const { trx } = ledger;
    const comment = await selectComment(trx, { changeSetId: id, id: commentId });
    if (comment === undefined) throw operationError("not_found", "comment");
    if (comment.created_by.id !== personId) throw operationError("forbidden", "request-of-another");
    const answer = { as: "withdrawn", by: actor, at: deps.clock.now() } as const;
    const answered = new Set(await answerRequests(trx, { commentId }, answer));
    if (answered.size === 0) throw operationError("wrong_state", "request-answered");
    const enough = enoughApprovals(
      await selectApprovalSettings(trx, connection.id),
      (await selectApprovals(trx, [row.id])).filter(({ change_id: of }) => answered.has(of)),
    );
    const asked = await askedChanges(trx, id);
    const free = changes.filter(
      (change) => answered.has(change.id) && change.state === "in review" && !asked.has(change.id) && enough(change),
    );
    await move(context, ledger, free, ["approve"]);
    return answered.size;
  });
}

/** Makes the chosen changes in review drafts again, without their approvals, so that they can be edited. */
export async function reopenChangeSet(
  context: RequestContext,
  id: string,
  { version, ...choice }: ChosenChangesInput,
): Promise<ChangeSet> {
  const isChosen = await chosenChanges(context, id, choice);
  return await review(context, { id, version, verb: "reopen" }, async (ledger, _row, changes) => {
    const open = chosenIn(changes, choice, isChosen, "not-in-review");
    await deleteApprovals(
      ledger.trx,
      open.map((change) => change.id),
    );
    await move(context, ledger, open, ["reopen"]);
    return open.length;
  });
}

interface Act {
  id: string;
  version: number;
  verb: "submit" | "approve" | "reject" | "reopen" | "ask" | "withdraw-request";
  why?: string;
}

/** Runs one act of a review under the lock of the set, with its entry in the journal. */
async function review(
  context: RequestContext,
  { id, version, verb, why }: Act,
  act: (ledger: Ledger, row: ChangeSetRow, changes: readonly ChangeRow[]) => Promise<number>,
): Promise<ChangeSet> {
  const { actor, deps } = context;
  return await withLedger(deps, async (ledger) => {
    const row = await lockAtVersion(context, ledger.trx, id, version);
    const count = await act(ledger, row, await selectChangesOfSet(ledger.trx, id));
    await journal(context, ledger.trx, {
      subject: id,
      indexId: row.index_id,
      message: { code: `change-set.${verb}`, params: { by: actor.name, count } },
      why: why ?? null,
    });
    const updated = await updateChangeSet(ledger.trx, row, {});
    if (updated === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
    return await describeChangeSet(deps, ledger.trx, updated);
  });
}

/** Refuses changes whose ground moved by the last readings. */
async function refuseMovedOf({ deps }: RequestContext, ledger: Ledger, rows: readonly ChangeRow[]): Promise<void> {
  const kept = await keepGrounds(deps, ledger, rows);
  const { byId } = await compareGrounds(deps, ledger.trx, kept);
  await refuseMovedGrounds(deps, ledger.trx, byId.values());
}

/** The chosen changes in review; refused where one that is named is not in the set, or has left the review. */
function chosenIn(
  changes: readonly ChangeRow[],
  { changeIds = [], nodes }: Choice,
  isChosen: (change: ChangeRow) => boolean,
  refusal: "reject-outside-review" | "ask-outside-review" | "not-in-review",
): ChangeRow[] {
  refuseOfOtherSets(changes, changeIds);
  refuseWithoutOpen(changes);
  const open = inState(changes.filter(isChosen), ["in review", "approved"], refusal);
  const named = new Set(changeIds);
  const isClosed = nodes === undefined && open.filter(({ id }) => named.has(id)).length < named.size;
  if (isClosed) throw operationError("wrong_state", refusal);
  return open;
}

/** Refuses a set that has no change, or none that was not applied yet. */
function refuseWithoutOpen(changes: readonly ChangeRow[]): void {
  if (changes.length === 0) throw operationError("set_empty", "no-changes");
  if (!changes.some(isStaged)) throw operationError("set_ended", "nothing-open");
}

/** The changes in these states; refused in this way if there are none. */
function inState(
  changes: readonly ChangeRow[],
  states: readonly ChangeRow["state"][],
  refusal: "no-drafts" | "nothing-in-review" | "not-in-review" | "reject-outside-review" | "ask-outside-review",
): ChangeRow[] {
  const matching = changes.filter(({ state }) => states.includes(state));
  if (matching.length === 0) throw operationError("wrong_state", refusal);
  return matching;
}

async function move(
  { deps }: RequestContext,
  ledger: Ledger,
  rows: readonly ChangeRow[],
  events: readonly ChangeEvent[],
  reason: ChangeReason | null = null,
): Promise<void> {
  if (!(await moveStaged(deps, ledger, rows, events, reason)))
    throw operationError("version_mismatch", "change-of-change-set");
}
