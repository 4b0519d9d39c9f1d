import type { ChosenChangesInput, AskForChangesInput, ChangeSet, RejectChangesInput } from "@dc/contract";
import { isStaged } from "@dc/directory";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { approvalsNow, enoughApprovals } from "#/ledger/approvals-now.ts";
import { moveStaged } from "#/ledger/changes.ts";
import { act, actInSteps, type Decided, isBy, isLedByOneRow } from "#/ledger/set-acts.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { type ComparedAhead, comparedOf, compareAhead } from "#/ledger/grounds/compare-ahead.ts";
import { compareGrounds } from "#/ledger/grounds/ground.ts";
import { keepGrounds } from "#/ledger/grounds/keep-grounds.ts";
import { refuseMovedGrounds } from "#/operations/changes/refuse-moved-grounds.ts";
import { evidenceOfDraft } from "./internal/evidence-of-draft.ts";
import { type Choice, chosenChanges, refuseOfOtherSets } from "./internal/chosen-changes.ts";
import { addComment, askedChanges } from "./internal/add-comment.ts";
import { readChangeSet } from "./list.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import { selectApprovals } from "#/store/tables/changes/approvals.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { answerRequests, selectComment } from "#/store/tables/changes/review-comments.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { confirmRead, readAhead, readOrAhead } from "#/store/tables/changes/read-ahead.ts";
import { type ChangeSetRow, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { journal } from "#/context/journal.ts";
import { selectTokenIdsOf } from "#/store/tables/people/tokens.ts";

/** Asks for the review of a draft. It needs a reason, like a draft that is applied. */
export async function submitChangeSet(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  const isDraft = ({ state }: ChangeRow) => state === "draft";
  return await review(context, { id, version, verb: "submit", compares: isDraft }, async (ledger, row, read) => {
    refuseWithoutOpen(read.changes);
    const drafts = inState(read.changes, ["draft"], "no-drafts");
    await evidenceOfDraft(context.deps, ledger.trx, row, drafts);
    await refuseMovedOf(context, ledger, drafts, read);
    return { as: "submit", changeIds: drafts.map(idOf) };
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
  const { connection, deps, personId } = context;
  const owned = await selectTokenIdsOf(deps.wholeStore.db, personId);
  const ownIds = [personId, ...owned];
  const isChosen = await chosenChanges(context, id, choice);
  const lapsed = (await approvalsNow(deps, deps.wholeStore.db, id)).lapsed.map((approval) => ({
    changeId: approval.change_id,
    personId: approval.person_id,
  }));
  const compares = (change: ChangeRow) => change.state === "in review" && isChosen(change);
  return await review(context, { id, version, verb: "approve", compares }, async (ledger, _row, read) => {
    const settings = await selectApprovalSettings(ledger.trx, connection.id);
    refuseWithoutOpen(read.changes);
    const waiting = inState(read.changes.filter(isChosen), ["in review"], "nothing-in-review");
    const approved = waiting.filter((change) => settings.ownCounts || !isBy(change, ownIds));
    if (approved.length === 0) throw operationError("wrong_state", "own-changes");
    await refuseMovedOf(context, ledger, approved, read);
    const changeIds = approved.map(idOf);
    return { as: "approve", changeIds, personId, ownIds, lapsed };
  });
}

/** Rejects the chosen changes with a reason; they have ended then, and the rest of the set goes on. */
export async function rejectChanges(
  context: RequestContext,
  id: string,
  { version, reason, ...choice }: z.output<typeof RejectChangesInput>,
): Promise<ChangeSet> {
  const isChosen = await chosenChanges(context, id, choice);
  return await review(context, { id, version, verb: "reject", why: reason }, async (_ledger, _row, { changes }) => {
    const rejected = chosenIn(changes, choice, isChosen, "reject-outside-review");
    return { as: "reject", words: reason, changeIds: rejected.map(idOf) };
  });
}

/** Asks for changes of the chosen ones: approved ones are in review again, with their approvals. */
export async function askForChanges(
  context: RequestContext,
  id: string,
  { version, words, ...choice }: z.output<typeof AskForChangesInput>,
): Promise<ChangeSet> {
  const isChosen = await chosenChanges(context, id, choice);
  return await review(context, { id, version, verb: "ask", why: words }, async (ledger, changeSet, { changes }) => {
    const about = chosenIn(changes, choice, isChosen, "ask-outside-review");
    const commentId = await addComment(context, ledger.trx, {
      changeSet,
      about,
      isNamedLater: true,
      words,
      asks: true,
    });
    return { as: "ask", commentId, changeIds: about.map(idOf) };
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
  return await review(context, { id, version, verb: "withdraw-request" }, async (ledger, row, { changes }) => {
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
    if (!(await moveStaged(deps, ledger, free, ["approve"])))
      throw operationError("version_mismatch", "change-of-change-set");
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
  return await review(context, { id, version, verb: "reopen" }, async (_ledger, _row, { changes }) => ({
    as: "reopen",
    changeIds: chosenIn(changes, choice, isChosen, "not-in-review").map(idOf),
  }));
}

interface Act {
  id: string;
  version: number;
  verb: "submit" | "approve" | "reject" | "reopen" | "ask" | "withdraw-request";
  why?: string;
  /** What is to stand on what was read last. */
  compares?: (change: ChangeRow) => boolean;
}

/** The changes of a set, and what many of them were compared with before. */
interface Read {
  changes: readonly ChangeRow[];
  ahead: ComparedAhead | null;
}

/** Runs one act of a review under the lock of the set, with its entry in the journal; answers how many changes it was about, if done. */
async function review(
  context: RequestContext,
  { id, version, verb, why, compares }: Act,
  judge: (ledger: Ledger, row: ChangeSetRow, read: Read) => Promise<Decided | number>,
): Promise<ChangeSet> {
  const { actor, deps } = context;
  const readBefore = await readAhead(deps.store.db, id);
  const isCompared = compares !== undefined && isLedByOneRow(deps, readBefore.rows.filter(compares).length);
  const ahead = isCompared ? await compareAhead(deps, id, (changes) => changes.filter(compares)) : null;
  const isLarge = isLedByOneRow(deps, readBefore.rows.length);
  const read = isLarge ? await confirmRead(deps.store.db, readBefore) : readBefore;
  await withLedger(deps, async (ledger) => {
    const row = await lockAtVersion(context, ledger.trx, id, version);
    const decided = await judge(ledger, row, { changes: await readOrAhead(ledger.trx, read), ahead });
    const count = typeof decided === "number" ? decided : decided.changeIds.length;
    await journal(context, ledger.trx, {
      subject: id,
      indexId: row.index_id,
      message: { code: `change-set.${verb}`, params: { by: actor.name, count } },
      why: why ?? null,
    });
    const updated = await updateChangeSet(ledger.trx, row, {});
    if (updated === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
    if (typeof decided !== "number") await act(context, ledger, id, { ...decided, isCompared: ahead === null });
  });
  await actInSteps(deps, id);
  return await readChangeSet(context, id);
}

/** Refuses changes whose ground moved by the last readings; of many, by those from before this transaction. */
async function refuseMovedOf(
  { deps }: RequestContext,
  ledger: Ledger,
  rows: readonly ChangeRow[],
  { ahead }: Read,
): Promise<void> {
  const kept = await keepGrounds(deps, ledger, rows);
  const compared =
    ahead === null ? (await compareGrounds(deps, ledger.trx, kept)).byId.values() : comparedOf(kept, ahead);
  await refuseMovedGrounds(deps, ledger.trx, compared);
}

const idOf = ({ id }: ChangeRow) => id;

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
