import { setImmediate as nextTurn } from "node:timers/promises";
import type { Change, ChangeSet, StageChangesInput } from "@dc/contract";

import { type Change as LedgerChange, distinctRecords, type RecordKey, recordKey } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { describeChangeSets } from "#/views/describe-change-sets.ts";
import { refuseStandard } from "#/views/load-index-version.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { type ChangeRow, selectChangesOnRecords, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { updateChangeSet } from "#/store/tables/changes/change-sets.ts";
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
import { removeDraft } from "#/ledger/changes.ts";
import { toLiveChange } from "#/ledger/ground.ts";
import { discardOne } from "./discard-draft.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { saveDrafts } from "#/operations/changes/staging/save-drafts.ts";
import { openDraft } from "#/operations/changes/staging/open-draft.ts";
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

export interface StageRequest extends Omit<StageChangesInput, "changes"> {
  indexId: string;
  changes: readonly AskedChange[];
  /** The name of the draft if this staging creates one. */
  name?: string | undefined;
  /** Drafts to discard in the same step, before anything is staged. */
  discards?: readonly string[] | undefined;
}

/** A change, and the index version in which it is to be staged. */
export type PlacedChange = AskedChange & { indexId: string };

interface StageInSetRequest {
  changeSetId: string;
  changes: readonly PlacedChange[];
}

interface Staging {
  /** The draft to open: the named one, else the caller's own of the index. */
  draft: { indexId: string | null; changeSetId?: string | undefined; name?: string | undefined };
  changes: readonly PlacedChange[];
  discards: readonly string[];
}

export interface Staged {
  changeSet: ChangeSet;
  changes: Change[];
  /** The positions in the request of changes that would change nothing. */
  dropped: number[];
  /** The author's own drafts that it took the place of, as they were. */
  replaced: Change[];
}

/** Stages a person's request; copied evidence may be as old as it is. */
export async function stageAsked(context: RequestContext, request: StageRequest): Promise<Staged> {
  const given = request.changes.map(({ evidence }, index) => ({ evidence, pointer: `/changes/${index}/evidence` }));
  refuseImpossibleDays(given, context.deps.clock.now());
  return await stageChanges(context, request);
}

/** Stages changes into the caller's draft of an index, or into the named draft: all of them or none. */
export async function stageChanges(context: RequestContext, request: StageRequest): Promise<Staged> {
  const { indexId, changeSetId, name, discards = [] } = request;
  const changes = request.changes.map((asked) => ({ ...asked, indexId }));
  return await stagePlaced(context, { draft: { indexId, changeSetId, name }, changes, discards });
}

/** Stages changes in several index versions into one draft: all of them or none. */
export async function stageInSet(
  context: RequestContext,
  { changeSetId, changes }: StageInSetRequest,
): Promise<Staged> {
  const given = changes.map(({ evidence }, index) => ({ evidence, pointer: `/changes/${index}/evidence` }));
  refuseImpossibleDays(given, context.deps.clock.now());
  return await stagePlaced(context, { draft: { indexId: null, changeSetId }, changes, discards: [] });
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
  return await stagePlaced(context, {
    draft: { indexId: null, changeSetId },
    changes,
    discards: staged,
  });
}

/** A record in one index version. */
const placeKey = ({ indexId, record }: Pick<PlacedChange, "indexId" | "record">) => `${indexId} ${recordKey(record)}`;
const placeOf = (row: ChangeRow) => ({ indexId: row.index_id, record: recordOf(row) });

interface PreparedIndex {
  checked: readonly (readonly [index: number, change: CheckedChange])[];
  bases: readonly (readonly [key: string, basis: StagingBasis])[];
  records: readonly RecordKey[];
}

/** What is checked of the changes in one index version before anything is written. `ats` are their places in the request. */
async function prepareIndex(
  context: RequestContext,
  indexId: string,
  changes: readonly { asked: PlacedChange; index: number }[],
): Promise<PreparedIndex> {
  const { deps } = context;
  await refuseUnlessWritable(context, indexId);
  const shaped = changes.map(({ asked: given, index }) => {
    const asked = askedOfField(deps, given);
    return { asked, checked: checkShape(deps, asked, index), index };
  });
  const checked = await proposeReturns(deps, indexId, shaped);
  const records = distinctRecords(changes.map(({ asked }) => asked.record));
  const lacking = (side: "base" | "index") =>
    new Set(
      changes
        .filter(({ asked }) => asked.wasDraft !== true && asked.seen?.[side] === undefined)
        .map(({ asked }) => recordKey(asked.record)),
    );
  const [lackBase, lackIndex] = [lacking("base"), lacking("index")];
  const read = await gatherStagingBases(
    deps,
    indexId,
    records.map((record) => ({
      record,
      isBaseSeen: !lackBase.has(recordKey(record)),
      isIndexSeen: !lackIndex.has(recordKey(record)),
    })),
  );
  return {
    checked: checked.map((change, place) => [shaped[place]?.index ?? place, change]),
    bases: read.map((basis) => [placeKey({ indexId, record: basis.record }), basis]),
    records,
  };
}

async function stagePlaced(context: RequestContext, request: Staging): Promise<Staged> {
  const { deps, connection } = context;
  const placed = request.changes.map((asked, index) => ({ asked, index }));
  const byIndex = Map.groupBy(placed, ({ asked }) => asked.indexId);
  await refuseOutsideAuthor(context, request.draft.changeSetId, byIndex.keys());
  const prepared = new Map<string, PreparedIndex>();
  for (const [indexId, changes] of byIndex) prepared.set(indexId, await prepareIndex(context, indexId, changes));
  const checked = new Map([...prepared.values()].flatMap((ofIndex) => ofIndex.checked));
  const bases = new Map([...prepared.values()].flatMap((ofIndex) => ofIndex.bases));
  await refuseMovedSinceSeen(
    deps,
    placed.flatMap(({ asked, index }) => {
      const checkedChange = checked.get(index);
      const basis = bases.get(placeKey(asked));
      return checkedChange === undefined || basis === undefined
        ? []
        : [{ asked, checked: checkedChange, basis, index }];
    }),
  );
  const { draft, kept, dropped, gone } = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    for (const indexId of byIndex.keys()) await refuseUnlessWritable(context, indexId, trx);
    const opened = await openDraft(context, trx, { ...request.draft, within: [...byIndex.keys()] });
    for (const id of request.discards) await discardOne(context, ledger, id);
    const rows: ChangeRow[] = [];
    for (const [indexId, { records }] of prepared)
      rows.push(
        ...(await selectChangesOnRecords(trx, {
          connectionId: connection.id,
          indexId,
          records,
        })),
      );
    const isUnderReview = ({ state }: ChangeRow) => state === "in review" || state === "approved";
    const rowsOf = Map.groupBy(rows, (row) => placeKey(placeOf(row)));
    const liveOf = new Map(
      [...rowsOf].map(([key, of]) => [key, of.filter((row) => !isUnderReview(row)).map(toLiveChange)]),
    );
    const isShown = (row: ChangeRow) =>
      (row.state === "draft" || isUnderReview(row)) &&
      (row.change_set_id === opened.id || row.created_by.id === context.actor.id);
    const shownOf = new Map([...rowsOf].map(([key, of]) => [key, of.filter(isShown)]));
    const isMine = (row: ChangeRow) =>
      row.state === "draft" && row.change_set_id === opened.id && row.created_by.id === context.actor.id;
    const mineOf: Map<string, OwnDraft[]> = Map.groupBy(rows.filter(isMine), (row) => placeKey(placeOf(row)));
    const staged = new Map<string, StagedDraft>();
    const dropped: number[] = [];
    const gone: ChangeRow[] = [];
    for (const [index, asked] of request.changes.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
      const { indexId } = asked;
      const key = placeKey(asked);
      const checkedChange = checked.get(index);
      const basis = bases.get(key);
      if (checkedChange === undefined || basis === undefined) continue;
      const live = liveOf.get(key) ?? [];
      const mine = mineOf.get(key) ?? [];
      const ofRecord = live.filter((change) => change.state !== "draft" || change.operation.op === "create");
      refuseOverlap(deps, checkedChange.field, [...ofRecord, ...mine.map(toLedgerChange)], index);
      const baseSeen = seenBase(deps, { basis, asked, checked: checkedChange, index });
      const readings = checkEncoding(deps, {
        basis,
        asked,
        checked: checkedChange,
        indexId,
        live: ofRecord,
        mine,
        index,
      });
      const { row, replaced } = draftChange(context, {
        draft: opened,
        indexId,
        asked,
        checked: { ...checkedChange, operation: readings?.operation ?? checkedChange.operation },
        basis,
        baseSeen,
        before: readings?.before ?? null,
        ofRecord,
        mine,
      });
      const shown = (shownOf.get(key) ?? []).filter((draft) => !replaced.some(({ id }) => id === draft.id));
      refuseUnseenDrafts(deps, asked, { replaced: replaced.filter(({ id }) => !staged.has(id)), index });
      ledger.markCountsChanged(indexId, asked.record);
      for (const { id } of replaced) {
        const removed = staged.delete(id) ? undefined : await removeDraft(ledger, connection.id, id);
        if (removed !== undefined) gone.push(removed);
      }
      const left = mine.filter((older) => !replaced.includes(older));
      if (row === null) dropped.push(index);
      else
        staged.set(row.id, {
          ...row,
          ground: seenGround(deps, {
            basis,
            asked,
            checked: row,
            effective: row.value_before,
            live: ofRecord,
            staged: shown,
          }),
        });
      mineOf.set(key, row === null ? left : [...left, row]);
      if (row !== null) liveOf.set(key, [...live, toLedgerChange(row)]);
    }
    const kept = await saveDrafts(context, ledger, [...staged.values()]);
    for (const [indexId, changes] of byIndex)
      await refuseEmptied(context, trx, { indexId, changes, changeSetId: opened.id });
    return { draft: (await updateChangeSet(trx, opened, {})) ?? opened, kept, dropped, gone };
  });
  // Described after the transaction, which keeps others from the embedded store.
  const { db } = deps.store;
  const [changeSet] = await describeChangeSets(deps, db, [draft]);
  if (changeSet === undefined) throw new RangeError("one row gives one change set");
  return {
    changeSet,
    changes: await describeChanges(deps, db, kept),
    dropped,
    replaced: await describeChanges(
      deps,
      db,
      gone.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()),
    ),
  };
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
