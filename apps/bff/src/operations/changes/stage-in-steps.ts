import type { Deps, RequestContext } from "#/context/deps.ts";
import { act, actInSteps } from "#/ledger/set-acts.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { discardInSteps } from "#/ledger/discarded-drafts.ts";
import { draftChanges, type Drafted } from "#/operations/changes/staging/draft-changes.ts";
import type { StagedDraft } from "#/operations/changes/staging/draft-change.ts";
import { withEvidenceOfAnswer } from "#/operations/changes/staging/evidence-of-answer.ts";
import { type DraftToOpen, openDraft } from "#/operations/changes/staging/open-draft.ts";
import {
  type PlacedChange,
  refuseUnlessWritable,
  selectChangesOf,
  type StagingStep,
} from "#/operations/changes/staging/prepare-changes.ts";
import { draftsToSave, saveRenamed } from "#/operations/changes/staging/save-drafts.ts";
import { currentCallOrigin, withCallOrigin } from "#/runtime/call-origin.ts";
import { SupersededError } from "#/runtime/errors.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { json } from "#/store/sql/json.ts";
import { keepEffect } from "#/store/tables/activity/keyed-requests.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import {
  type ChangeSetRow,
  insertChangeSet,
  selectChangeSet,
  updateChangeSet,
} from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, countChangesOfSet, selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { selectOpenDraft, takesMore } from "#/store/tables/changes/drafts.ts";
import { renamedWithout } from "./discard-draft.ts";
import { moveCommentsBack, moveCommentsOn } from "./replaced-drafts.ts";

/** So many drafts are written, or discarded, in one transaction where that keeps others out. */
const AT_ONCE = 100;

/** How often staging begins again since the draft was edited meanwhile. */
const MOST_TRIES = 3;

export interface Staging {
  draft: DraftToOpen;
  changes: readonly PlacedChange[];
  /** Drafts to discard in the same step, before anything is staged. */
  discards?: readonly string[] | undefined;
  /** What is done in the same transaction, before. */
  doFirst?: ((ledger: Ledger) => Promise<void>) | undefined;
}

/** What was staged, and the drafts that are replaced by it. */
export interface Staged extends Pick<Drafted, "staged" | "dropped"> {
  changeSet: ChangeSetRow;
  gone: readonly ChangeRow[];
}

/**
 * Stages many changes into a draft in the embedded store: they are written aside in steps, where they are there for nobody, one
 * short transaction decides that they are staged, and their rows follow in steps. Undefined, and nothing was done, where there are
 * few of them, or where more than drafts is edited.
 */
export async function stageInSteps(
  context: RequestContext,
  staging: Staging,
  steps: readonly StagingStep[],
): Promise<Staged | undefined> {
  const { deps } = context;
  const { changes, discards = [] } = staging;
  if (!isStagedInSteps(deps, changes.length + discards.length)) return undefined;
  // What creates a record is checked as a whole, once it is written.
  if (changes.some(({ record }) => isProvisional(record))) return undefined;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const target = await findDraft(context, staging.draft);
    if (target !== undefined && !(await takesMore(deps.store.db, target.id))) return undefined;
    const prepared = await prepare(context, staging, { target, steps });
    if (prepared === undefined) return undefined;
    const decided = await decideAside(context, staging, { ...prepared, target });
    if (decided === undefined) continue;
    await actInSteps(deps, decided.id);
    const read = await selectChangeSet(deps.store.db, context.connection.id, decided.id);
    return { ...prepared, changeSet: read ?? decided };
  }
  return undefined;
}

const isStagedInSteps = ({ store }: Deps, drafts: number) => store.kind === "embedded" && drafts > AT_ONCE;

async function findDraft(
  { actor, connection, deps }: RequestContext,
  { changeSetId, indexId, name }: DraftToOpen,
): Promise<ChangeSetRow | undefined> {
  const { db } = deps.store;
  if (changeSetId !== undefined) return await selectChangeSet(db, connection.id, changeSetId);
  if (name !== undefined || indexId === null) return undefined;
  return await selectOpenDraft(db, { connectionId: connection.id, indexId, actorId: actor.id });
}

interface Prepared extends Drafted {
  targetId: string;
  /** The drafts that are discarded, and those that are replaced. */
  discarded: readonly ChangeRow[];
  gone: readonly ChangeRow[];
  /** How many changes the draft has. */
  count: number;
}

/** What becomes of the drafts, read without a transaction; undefined where what is discarded is not drafts of the set. */
async function prepare(
  context: RequestContext,
  { draft, discards = [] }: Staging,
  { target, steps }: { target: ChangeSetRow | undefined; steps: readonly StagingStep[] },
): Promise<Prepared | undefined> {
  const { connection, deps } = context;
  const { db } = deps.store;
  if (target === undefined && draft.changeSetId !== undefined) return undefined;
  const targetId = target?.id ?? deps.newId("set");
  const count = target === undefined ? 0 : await countChangesOfSet(db, targetId);
  const isDiscarded = new Set(discards);
  const discarded: ChangeRow[] = [];
  await inSteps([...isDiscarded], async (some) => {
    discarded.push(...(await selectChangesByIds(db, some)));
  });
  const isDraftHere = (row: ChangeRow) =>
    row.connection_id === connection.id &&
    row.change_set_id === targetId &&
    row.state === "draft" &&
    !isProvisional(recordOf(row));
  if (discarded.length < isDiscarded.size || !discarded.every(isDraftHere)) return undefined;
  const rows = (await selectChangesOf(context, db, steps)).filter(({ id }) => !isDiscarded.has(id));
  const proven = await withEvidenceOfAnswer(context, db, targetId, steps);
  const drafted = await draftChanges(context, { changeSetId: targetId, rows, steps: proven });
  const renamed = [...(await renamedWithout(context, db, discarded)), ...drafted.renamed];
  const gone = rows.filter(({ id }) => drafted.replaced.has(id));
  return { ...drafted, renamed, targetId, count, discarded, gone };
}

/** Writes what is staged into a set that is there for nobody. */
async function writeAside(context: RequestContext, id: string, staged: readonly StagedDraft[]): Promise<void> {
  const { actor, connection, deps } = context;
  if (staged.length === 0) return;
  const aside = staged.map((draft) => ({ ...draft, change_set_id: id }));
  const save = await draftsToSave(context, deps.store.db, aside);
  // Whoever waits for it has not staged it yet: the effect of their request is what decides.
  const { keyedRequest: _, ...origin } = currentCallOrigin();
  await withCallOrigin(origin, async () => {
    for (let saved = 0; saved < aside.length; saved += AT_ONCE)
      await withLedger(deps, async (ledger) => {
        ledger.actsOn = id;
        const set = { id, connection_id: connection.id, index_id: null, name: null, opening: true } as const;
        if (saved === 0)
          await insertChangeSet(ledger.trx, { ...set, created_by: json(actor), created_at: deps.clock.now() });
        await save(ledger, aside.slice(saved, saved + AT_ONCE));
      });
  });
}

/** Writes what is staged aside and decides that it is staged; undefined, and nothing is left of it, if the draft is another one by now. */
async function decideAside(
  context: RequestContext,
  staging: Staging,
  prepared: Prepared & { target: ChangeSetRow | undefined },
): Promise<ChangeSetRow | undefined> {
  const asideId = context.deps.newId("set");
  try {
    await writeAside(context, asideId, prepared.staged);
    return await decide(context, staging, { ...prepared, asideId });
  } catch (error) {
    await discardInSteps(context.deps, asideId);
    if (error instanceof SupersededError) return undefined;
    throw error;
  }
}

async function decide(
  context: RequestContext,
  { draft, changes, doFirst }: Staging,
  prepared: Prepared & { target: ChangeSetRow | undefined; asideId: string },
): Promise<ChangeSetRow> {
  const { target, targetId, staged, discarded, gone, replaced, renamed } = prepared;
  const indexIds = new Set(changes.map(({ indexId }) => indexId));
  return await withLedger(context.deps, async (ledger) => {
    const { trx } = ledger;
    const { keyedRequest } = currentCallOrigin();
    // What was written aside is told already, and is not yet its effect.
    if (keyedRequest !== undefined) await keepEffect(trx, keyedRequest, targetId);
    await doFirst?.(ledger);
    await refuseUnlessWritable(context, indexIds, trx);
    const opened = await openDraft(context, trx, { ...draft, id: targetId }, indexIds);
    const isAsRead =
      opened.id === targetId &&
      (target === undefined || opened.version === target.version) &&
      (await countChangesOfSet(trx, targetId)) === prepared.count;
    if (!isAsRead) throw new SupersededError("The draft was edited meanwhile.");
    await saveRenamed(context, ledger, renamed);
    await moveCommentsOn(context, trx, gone, replaced);
    await moveCommentsBack(trx, { undone: discarded, restored: staged });
    await act(context, ledger, targetId, {
      as: "stage",
      from: staged.length === 0 ? null : prepared.asideId,
      replacedBy: Object.fromEntries(replaced),
      changeIds: [...discarded, ...gone, ...staged].map(({ id }) => id),
    });
    const updated = await updateChangeSet(trx, opened, {});
    if (updated === undefined) throw new SupersededError("The draft was edited meanwhile.");
    return updated;
  });
}
