import type { StagedChanges } from "@dc/contract";
import { recordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { refuseChecking, removeDrafts, removeDraftSet } from "#/ledger/changes.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { discardAsOpened } from "#/operations/change-sets/discard.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { type ChangeSetRow, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { isOpenedWith } from "#/store/tables/activity/journal.ts";
import { type ChangeRow, countChangesOfSet, selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { describeChanges } from "#/views/describe-changes.ts";
import { discardDrafts } from "./discard-draft.ts";
import { lockEditedSet, reopenEdited, submitEdited } from "./edit-in-review.ts";
import { lockUndoneSet, reopenUndone, submitRestored } from "./undo-in-review.ts";
import { type GoneDraft, moveCommentsBack, restoredDrafts, tellReplaced } from "./replaced-drafts.ts";
import { missingOfCreated } from "./missing-of-created.ts";
import { type Staged, type Staging, stageInSteps } from "./stage-in-steps.ts";
import { refuseImpossibleDays } from "./refuse-impossible-days.ts";
import { type AskedChange, refused } from "#/operations/changes/staging/check-change.ts";
import { draftChanges } from "#/operations/changes/staging/draft-changes.ts";
import { withEvidenceOfAnswer } from "#/operations/changes/staging/evidence-of-answer.ts";
import { openDraft } from "#/operations/changes/staging/open-draft.ts";
import {
  type PlacedChange,
  prepareChanges,
  refuseUnlessWritable,
  selectChangesOf,
  type StagingStep,
} from "#/operations/changes/staging/prepare-changes.ts";
import { refuseOutsideAuthor } from "#/operations/changes/staging/refuse-outside-author.ts";
import { saveDrafts, saveRenamed } from "#/operations/changes/staging/save-drafts.ts";

/** So many of the changes that a request staged are described. */
const MOST_DESCRIBED = 200;

export interface StageRequest {
  indexId: string;
  changeSetId?: string | undefined;
  changes: readonly AskedChange[];
  /** The name of a new draft to stage into. */
  name?: string | undefined;
}

/** Stages a person's request into their draft of the index; copied evidence may be as old as it is. */
export async function stageAsked(context: RequestContext, request: StageRequest): Promise<StagedChanges> {
  refuseImpossibleEvidence(context, request.changes);
  return await stageChanges(context, request);
}

/** Stages changes into the caller's draft of an index, or into the named draft: all of them, with what is done first, or none. */
export async function stageChanges(
  context: RequestContext,
  { changes, ...draft }: StageRequest,
  doFirst?: (ledger: Ledger) => Promise<void>,
): Promise<StagedChanges> {
  const placed = changes.map((asked) => ({ ...asked, indexId: draft.indexId }));
  return await stagePlaced(context, { draft, changes: placed, doFirst });
}

/** Stages changes in any number of index versions into one change set: all of them or none. */
export async function stageInSet(
  context: RequestContext,
  { changeSetId, changes }: { changeSetId: string; changes: readonly PlacedChange[] },
): Promise<StagedChanges> {
  refuseImpossibleEvidence(context, changes);
  return await stagePlaced(context, { draft: { indexId: null, changeSetId }, changes });
}

/**
 * Undoes one staging in one step: discards what it staged and restores what it replaced, each under whoever had staged it, or does
 * nothing. A set over index versions that it had opened, and that nothing else is in, is discarded too; the answer has it as it was
 * then.
 */
export async function undoStaging(
  context: RequestContext,
  { changeSetId, staged, replaced }: { changeSetId: string; staged: readonly string[]; replaced: readonly GoneDraft[] },
): Promise<StagedChanges> {
  const opened = replaced.length > 0 ? undefined : await discardAsOpened(context, changeSetId, staged);
  if (opened !== undefined)
    return await describeStaged(context, context.deps.store.db, {
      changeSet: opened,
      staged: [],
      dropped: [],
      replaced: [],
    });
  const changes = await restoredDrafts(context, changeSetId, replaced);
  return await stagePlaced(context, { draft: { indexId: null, changeSetId }, changes, discards: staged });
}

/** Refuses evidence of impossible days, that of a set and that of its changes. */
export function refuseImpossibleEvidence(
  { deps }: RequestContext,
  changes: readonly Pick<AskedChange, "evidence">[],
  ofSet: AskedChange["evidence"] = null,
): void {
  const given = changes.map(({ evidence }, index) => ({ evidence, pointer: `/changes/${index}/evidence` }));
  refuseImpossibleDays([{ evidence: ofSet, pointer: "/evidence" }, ...given], deps);
}

async function stagePlaced(
  context: RequestContext,
  { draft, changes, discards, doFirst }: Staging,
): Promise<StagedChanges> {
  const { deps } = context;
  const indexIds = new Set(changes.map(({ indexId }) => indexId));
  await refuseOutsideAuthor(context, draft.changeSetId, indexIds);
  if (draft.changeSetId !== undefined)
    await refuseChecking({ trx: deps.store.db }, [{ state: "draft", change_set_id: draft.changeSetId }]);
  const steps = await prepareChanges(context, changes);
  const staging = { draft, changes, discards, doFirst };
  const inSteps = await stageInSteps(context, staging, steps);
  if (inSteps !== undefined && discards !== undefined && inSteps.changeSet.index_id === null)
    await withLedger(deps, async (ledger) => await discardIfOpenedBy(context, ledger, inSteps.changeSet.id, discards));
  const staged = inSteps ?? (await stageAtOnce(context, staging, steps));
  const replaced = staged.gone.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  return await describeStaged(context, deps.store.db, { ...staged, replaced });
}

/** Stages in one transaction. */
async function stageAtOnce(
  context: RequestContext,
  { draft, changes, discards, doFirst }: Staging,
  steps: readonly StagingStep[],
): Promise<Staged> {
  const { deps, connection } = context;
  const indexIds = new Set(changes.map(({ indexId }) => indexId));
  return await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    await doFirst?.(ledger);
    await refuseUnlessWritable(context, indexIds, trx);
    const isUndo = discards !== undefined;
    const edited = isUndo ? undefined : await lockEditedSet(context, trx, draft.changeSetId, changes);
    const unedited = isUndo ? await lockUndoneSet(context, trx, draft.changeSetId, changes) : undefined;
    const opened = edited ?? unedited ?? (await openDraft(context, trx, draft, indexIds));
    if (unedited !== undefined) await reopenUndone(context, ledger, unedited, discards ?? []);
    const undone = discards === undefined ? [] : await discardDrafts(context, ledger, discards, opened.id);
    const rows = await selectChangesOf(context, trx, steps);
    const proven = await withEvidenceOfAnswer(context, trx, opened.id, steps);
    const isUnderReview = edited !== undefined;
    const drafted = await draftChanges(context, { changeSetId: opened.id, rows, steps: proven, isUnderReview });
    const { saved, reviews } = isUnderReview
      ? await reopenEdited(context, ledger, { rows, drafted })
      : { saved: drafted.staged, reviews: new Map<string, never>() };
    for (const { indexId, record } of changes) ledger.markCountsChanged(indexId, record);
    const removed = await removeDrafts(ledger, connection.id, [...drafted.replaced.keys()]);
    await saveRenamed(context, ledger, drafted.renamed);
    await saveDrafts(context, ledger, saved);
    await tellReplaced(context, ledger, removed, { replacedBy: drafted.replaced, reviews });
    await moveCommentsBack(trx, { undone, restored: drafted.staged });
    await refuseEmptied(context, trx, { changes, changeSetId: opened.id });
    if (edited !== undefined) await submitEdited(context, ledger, edited, saved);
    if (unedited !== undefined) await submitRestored(context, ledger, unedited, { changes, saved });
    const updated = await updateChangeSet(trx, opened, {});
    if (discards !== undefined && opened.index_id === null)
      await discardIfOpenedBy(context, ledger, opened.id, discards);
    return { changeSet: updated ?? opened, staged: drafted.staged, dropped: drafted.dropped, gone: removed };
  });
}

/** Discards an empty set that was opened by the request that staged these changes. */
async function discardIfOpenedBy(
  context: RequestContext,
  ledger: Ledger,
  id: string,
  [changeId = ""]: readonly string[],
): Promise<void> {
  const { trx } = ledger;
  if ((await countChangesOfSet(trx, id)) > 0 || !(await isOpenedWith(trx, { changeSetId: id, changeId }))) return;
  await removeDraftSet(ledger, id, []);
  const message = { code: "change-set.discard", params: { by: context.actor.name, count: 0 } } as const;
  await journal(context, trx, { subject: id, message });
}

/** Call it after the transaction, which keeps others from the embedded store. */
export async function describeStaged(
  { deps }: RequestContext,
  db: Database,
  {
    changeSet,
    staged,
    dropped,
    replaced,
    verified = null,
  }: {
    changeSet: ChangeSetRow;
    staged: readonly { id: string }[];
    dropped: number[];
    replaced: readonly ChangeRow[];
    verified?: StagedChanges["verified"];
  },
): Promise<StagedChanges> {
  const changeIds = staged.map(({ id }) => id);
  const described = changeIds.slice(0, MOST_DESCRIBED);
  const rowOf = new Map((await selectChangesByIds(db, described)).map((row) => [row.id, row]));
  return {
    changeSet: await describeChangeSet(deps, db, changeSet),
    changeIds,
    changes: await describeChanges(
      deps,
      db,
      described.flatMap((id) => rowOf.get(id) ?? []),
    ),
    dropped,
    replaced: await describeChanges(deps, db, replaced),
    verified,
  };
}

/** Refuses what leaves a record that is to be created without what creation requires, at the change that does. */
export async function refuseEmptied(
  context: RequestContext,
  trx: Transaction,
  { changes, changeSetId }: { changes: readonly PlacedChange[]; changeSetId: string },
): Promise<void> {
  for (const [indexId, among] of Map.groupBy(changes, (asked) => asked.indexId)) {
    const [missing] = await missingOfCreated(context, trx, { indexId, among, changeSetId });
    if (missing === undefined) continue;
    const { record, fields } = missing;
    const last = changes.findLastIndex(
      (asked) =>
        asked.indexId === indexId &&
        recordKey(asked.record) === recordKey(record) &&
        (asked.field === undefined || fields.includes(asked.field)),
    );
    throw refused(
      Math.max(last, 0),
      "/operation",
      `must leave a value: creation of a ${record.type} requires ${fields.join(", ")}`,
    );
  }
}
