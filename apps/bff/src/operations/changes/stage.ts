import { setImmediate as nextTurn } from "node:timers/promises";
import type { OpenChangeSetInput, StagedChanges } from "@dc/contract";
import { type Change as LedgerChange, distinctRecords, type RecordKey, recordKey } from "@dc/directory";
import type { z } from "zod";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { refuseStandard } from "#/views/load-index-version.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { type ChangeRow, selectChangesOnRecords, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { type ChangeSetRow, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import {
  askedOfField,
  type AskedChange,
  type CheckedChange,
  checkEncoding,
  checkShape,
  refused,
} from "#/operations/changes/staging/check-change.ts";
import { missingOfCreated } from "./missing-of-created.ts";
import { describeChanges } from "#/views/describe-changes.ts";
import { draftChange, type OwnDraft, type StagedDraft } from "#/operations/changes/staging/draft-change.ts";
import { removeDrafts } from "#/ledger/changes.ts";
import { toLiveChange } from "#/ledger/ground.ts";
import { discardDrafts } from "./discard-draft.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { saveDrafts } from "#/operations/changes/staging/save-drafts.ts";
import { type DraftToOpen, openDraft } from "#/operations/changes/staging/open-draft.ts";
import { proposeReturns } from "#/operations/changes/staging/propose-returns.ts";
import { refuseImpossibleDays } from "./refuse-impossible-days.ts";
import { refuseOutsideAuthor } from "#/operations/changes/staging/refuse-outside-author.ts";
import { refuseMovedSinceSeen } from "#/operations/changes/staging/refuse-moved-since-seen.ts";
import { seenBase, seenGround } from "#/operations/changes/staging/seen-ground.ts";
import { gatherStagingBases, type StagingBasis } from "#/operations/changes/staging/staging-basis.ts";
import { fieldNoun } from "#/upstream/records/field-wording.ts";
import { overlappingField } from "#/operations/changes/staging/field-problem.ts";

/** So many changes are staged before other work has its turn. */
const AT_ONCE = 25;

/** Of so many records at most, what was not seen is read for a request; so many of what it staged are described. */
const MOST_READ = 200;
const MOST_DESCRIBED = 200;

export interface StageRequest {
  indexId: string;
  changeSetId?: string | undefined;
  changes: readonly AskedChange[];
  /** The name of a new draft to stage into. */
  name?: string | undefined;
}

/** A change, and the index version in which it is to be staged. */
export type PlacedChange = AskedChange & { indexId: string };

interface Staging {
  draft: DraftToOpen;
  changes: readonly PlacedChange[];
  /** Drafts to discard in the same step, before anything is staged. */
  discards?: readonly string[];
}

export type Staged = StagedChanges;

/** Stages a person's request into their draft of the index; copied evidence may be as old as it is. */
export async function stageAsked(context: RequestContext, request: StageRequest): Promise<Staged> {
  refuseImpossibleEvidence(context, request.changes);
  return await stageChanges(context, request);
}

/** Stages changes into the caller's draft of an index, or into the named draft: all of them or none. */
export async function stageChanges(context: RequestContext, { changes, ...draft }: StageRequest): Promise<Staged> {
  return await stagePlaced(context, { draft, changes: changes.map((asked) => ({ ...asked, indexId: draft.indexId })) });
}

/** Opens a change set with its name, its evidence and its changes in any number of index versions: all of them or none. */
export async function openChangeSet(
  context: RequestContext,
  { changes, ...draft }: z.output<typeof OpenChangeSetInput>,
): Promise<Staged> {
  refuseImpossibleEvidence(context, changes, draft.evidence);
  return await stagePlaced(context, { draft: { ...draft, indexId: null }, changes });
}

/** Stages changes in any number of index versions into one change set: all of them or none. */
export async function stageInSet(
  context: RequestContext,
  { changeSetId, changes }: { changeSetId: string; changes: readonly PlacedChange[] },
): Promise<Staged> {
  refuseImpossibleEvidence(context, changes);
  return await stagePlaced(context, { draft: { indexId: null, changeSetId }, changes });
}

/** Undoes one staging in one step: discards what it staged and stages again what it replaced, or does nothing. */
export async function undoStaging(
  context: RequestContext,
  {
    changeSetId,
    staged,
    replaced,
  }: { changeSetId: string; staged: readonly string[]; replaced: readonly PlacedChange[] },
): Promise<Staged> {
  const changes = replaced.map((asked) => ({ ...asked, wasDraft: true as const }));
  return await stagePlaced(context, { draft: { indexId: null, changeSetId }, changes, discards: staged });
}

function refuseImpossibleEvidence(
  { deps }: RequestContext,
  changes: readonly Pick<AskedChange, "evidence">[],
  ofSet: AskedChange["evidence"] = null,
): void {
  const given = changes.map(({ evidence }, index) => ({ evidence, pointer: `/changes/${index}/evidence` }));
  refuseImpossibleDays([{ evidence: ofSet, pointer: "/evidence" }, ...given], deps.clock.now());
}

/** A record in one index version. */
const placeKey = ({ indexId, record }: Pick<PlacedChange, "indexId" | "record">) => `${indexId} ${recordKey(record)}`;
const placeOf = (row: ChangeRow) => ({ indexId: row.index_id, record: recordOf(row) });

/** What becomes of one change of the request, at its place; a return to base may take several steps. */
interface Step {
  asked: PlacedChange;
  checked: CheckedChange;
  index: number;
}

interface PreparedIndex {
  steps: readonly Step[];
  bases: readonly (readonly [key: string, basis: StagingBasis])[];
  records: readonly RecordKey[];
}

/** What is checked of the changes in one index version before anything is written. */
async function prepareIndex(
  context: RequestContext,
  indexId: string,
  changes: readonly Omit<Step, "checked">[],
): Promise<PreparedIndex> {
  const { deps } = context;
  await refuseUnlessWritable(context, indexId);
  const shaped = changes.map(({ asked: given, index }) => {
    const asked = askedOfField(deps, given);
    return { asked: { ...asked, indexId }, checked: checkShape(deps, asked, index), index };
  });
  const records = distinctRecords(changes.map(({ asked }) => asked.record));
  const lacking = (side: "base" | "index") =>
    new Set(changes.filter(({ asked }) => lacksSeen(asked, side)).map(({ asked }) => recordKey(asked.record)));
  const [lackBase, lackIndex] = [lacking("base"), lacking("index")];
  const steps = await proposeReturns(deps, indexId, shaped);
  const read = await gatherStagingBases(
    deps,
    indexId,
    records.map((record) => ({
      record,
      isBaseSeen: !lackBase.has(recordKey(record)),
      isIndexSeen: !lackIndex.has(recordKey(record)),
    })),
  );
  return { steps, bases: read.map((basis) => [placeKey({ indexId, record: basis.record }), basis]), records };
}

const lacksSeen = ({ wasDraft, seen }: AskedChange, side: "base" | "index") =>
  wasDraft !== true && seen?.[side] === undefined;

/** Refuses what would have to be read of too many records, at the first change that is too much. */
function refuseMuchUnseen(changes: readonly PlacedChange[]): void {
  const lacking = new Set<string>();
  for (const [index, asked] of changes.entries()) {
    if (lacksSeen(asked, "base") || lacksSeen(asked, "index")) lacking.add(placeKey(asked));
    if (lacking.size > MOST_READ)
      throw refused(index, "/seen", `must have base and index: at most ${MOST_READ} records are read for a request`);
  }
}

async function stagePlaced(context: RequestContext, request: Staging): Promise<Staged> {
  const { deps, connection } = context;
  refuseMuchUnseen(request.changes);
  const isNew = request.draft.indexId === null && request.draft.changeSetId === undefined;
  const placed = request.changes.map((asked, index) => ({ asked, index }));
  const byIndex = Map.groupBy(placed, ({ asked }) => asked.indexId);
  await refuseOutsideAuthor(context, request.draft.changeSetId, byIndex.keys());
  const prepared = new Map<string, PreparedIndex>();
  for (const [indexId, changes] of byIndex) prepared.set(indexId, await prepareIndex(context, indexId, changes));
  const bases = new Map([...prepared.values()].flatMap((ofIndex) => ofIndex.bases));
  const steps = [...prepared.values()]
    .flatMap((ofIndex) => ofIndex.steps)
    .toSorted((a, b) => a.index - b.index)
    .flatMap((step) => {
      const basis = bases.get(placeKey(step.asked));
      return basis === undefined ? [] : [{ ...step, basis }];
    });
  await refuseMovedSinceSeen(deps, steps);
  const { draft, kept, dropped, gone } = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    for (const indexId of byIndex.keys()) await refuseUnlessWritable(context, indexId, trx);
    const opened = await openDraft(context, trx, request.draft, byIndex.keys());
    if (request.discards !== undefined) await discardDrafts(context, ledger, request.discards);
    const rows: ChangeRow[] = [];
    for (const [indexId, { records }] of prepared)
      rows.push(...(await selectChangesOnRecords(trx, { connectionId: connection.id, indexId, records })));
    const composed = await composeDrafts(context, { opened, rows, steps });
    for (const { indexId, record } of request.changes) ledger.markCountsChanged(indexId, record);
    const removed = await removeDrafts(ledger, connection.id, composed.replaced);
    const saved = await saveDrafts(context, ledger, composed.staged);
    if (isNew && saved.length === 0 && request.changes.length > 0)
      throw operationError("set_empty", "nothing-to-stage");
    for (const [indexId, changes] of byIndex)
      await refuseEmptied(context, trx, { indexId, changes, changeSetId: opened.id });
    return {
      draft: (await updateChangeSet(trx, opened, {})) ?? opened,
      kept: saved,
      dropped: composed.dropped,
      gone: removed,
    };
  });
  // Described after the transaction, which keeps others from the embedded store.
  const { db } = deps.store;
  return {
    changeSet: await describeChangeSet(deps, db, draft),
    changeIds: kept.map(({ id }) => id),
    changes: await describeChanges(deps, db, kept.slice(0, MOST_DESCRIBED)),
    dropped,
    replaced: await describeChanges(
      deps,
      db,
      gone.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()),
    ),
  };
}

/** The drafts that the steps result in, and the ids of those of the author that they take the place of. */
async function composeDrafts(
  context: RequestContext,
  {
    opened,
    rows,
    steps,
  }: { opened: ChangeSetRow; rows: readonly ChangeRow[]; steps: readonly (Step & { basis: StagingBasis })[] },
): Promise<{ staged: StagedDraft[]; replaced: string[]; dropped: number[] }> {
  const { deps, actor } = context;
  const isUnderReview = ({ state }: ChangeRow) => state === "in review" || state === "approved";
  const rowsOf = Map.groupBy(rows, (row) => placeKey(placeOf(row)));
  const liveOf = new Map(
    [...rowsOf].map(([key, of]) => [key, of.filter((row) => !isUnderReview(row)).map(toLiveChange)]),
  );
  const isShown = (row: ChangeRow) =>
    (row.state === "draft" || isUnderReview(row)) &&
    (row.change_set_id === opened.id || row.created_by.id === actor.id);
  const shownOf = new Map([...rowsOf].map(([key, of]) => [key, of.filter(isShown)]));
  const isMine = (row: ChangeRow) =>
    row.state === "draft" && row.change_set_id === opened.id && row.created_by.id === actor.id;
  const mineOf: Map<string, OwnDraft[]> = Map.groupBy(rows.filter(isMine), (row) => placeKey(placeOf(row)));
  const staged = new Map<string, StagedDraft>();
  const gone = new Set<string>();
  const dropped = new Set(steps.map(({ index }) => index));
  for (const [position, { asked, checked, index, basis }] of steps.entries()) {
    if (position % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const { indexId } = asked;
    const key = placeKey(asked);
    const live = liveOf.get(key) ?? [];
    const mine = mineOf.get(key) ?? [];
    const ofRecord = live.filter((change) => change.state !== "draft" || change.operation.op === "create");
    refuseOverlap(deps, checked.field, [...ofRecord, ...mine.map(toLedgerChange)], index);
    const baseSeen = seenBase(deps, { basis, asked, checked, index });
    const readings = checkEncoding(deps, { basis, asked, checked, indexId, live: ofRecord, mine, index });
    const { row, replaced } = draftChange(context, {
      draft: opened,
      indexId,
      asked,
      checked: { ...checked, operation: readings?.operation ?? checked.operation },
      basis,
      baseSeen,
      before: readings?.before ?? null,
      ofRecord,
      mine,
    });
    const shown = (shownOf.get(key) ?? []).filter((draft) => !replaced.some(({ id }) => id === draft.id));
    refuseUnseenDrafts(deps, asked, { replaced: replaced.filter(({ id }) => !staged.has(id)), index });
    for (const { id } of replaced) if (!staged.delete(id)) gone.add(id);
    const left = mine.filter((older) => !replaced.includes(older));
    mineOf.set(key, row === null ? left : [...left, row]);
    if (row === null) continue;
    dropped.delete(index);
    const effective = row.value_before;
    const ground = seenGround(deps, { basis, asked, checked: row, effective, live: ofRecord, staged: shown });
    staged.set(row.id, { ...row, ground });
    liveOf.set(key, [...live, toLedgerChange(row)]);
  }
  return { staged: [...staged.values()], replaced: [...gone], dropped: [...dropped] };
}

/** Refuses what leaves a record that is to be created without what creation requires, at the change that does. */
async function refuseEmptied(
  context: RequestContext,
  trx: Transaction,
  {
    indexId,
    changes,
    changeSetId,
  }: { indexId: string; changes: readonly { asked: PlacedChange; index: number }[]; changeSetId: string },
): Promise<void> {
  const among = changes.map(({ asked }) => asked);
  const [missing] = await missingOfCreated(context, trx, { indexId, among, changeSetId });
  if (missing === undefined) return;
  const { record, fields } = missing;
  const last = changes.findLast(
    ({ asked }) =>
      recordKey(asked.record) === recordKey(record) && (asked.field === undefined || fields.includes(asked.field)),
  );
  throw refused(
    last?.index ?? 0,
    "/operation",
    `must leave a value: creation of a ${record.type} requires ${fields.join(", ")}`,
  );
}

function refuseOverlap(deps: Deps, field: string | null, changes: readonly LedgerChange[], index: number): void {
  const overlapping = field === null ? null : overlappingField(deps, field, changes);
  if (field === null || overlapping === null) return;
  throw operationError("wrong_state", "overlap", { field, other: overlapping, pointer: `/changes/${index}/field` });
}

/** Refuses to replace drafts that the author staged in another window and has not seen in this one. */
function refuseUnseenDrafts(
  { service: { profile } }: Deps,
  { seenDrafts, record, field }: AskedChange,
  { replaced, index }: { replaced: readonly OwnDraft[]; index: number },
): void {
  if (seenDrafts === undefined || replaced.every(({ id }) => seenDrafts.includes(id))) return;
  const of = field === undefined ? "this record" : `the ${fieldNoun(profile, record.type, field)}`;
  throw operationError("moved_since_seen", "other-draft", { of, pointer: `/changes/${index}/seenDrafts` });
}

async function refuseUnlessWritable(
  { deps, connection }: RequestContext,
  indexId: string,
  trx?: Transaction,
): Promise<void> {
  const index = await selectIndexVersion(trx ?? deps.store.db, connection.id, indexId);
  if (index === undefined) throw operationError("not_found", "index-version", { indexId });
  refuseStandard(index);
  if (index.archived_at !== null) throw operationError("wrong_state", "archived", { label: index.label });
}
