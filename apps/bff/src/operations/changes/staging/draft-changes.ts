import { setImmediate as nextTurn } from "node:timers/promises";
import { type Change, isStaged, meantEntries, namedAnew, type Operation, shapeOf } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { toLiveChange } from "#/ledger/grounds/ground.ts";
import { operationError } from "#/runtime/errors.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { type ChangeRow, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { fieldNoun } from "#/upstream/records/field-wording.ts";
import { type AskedChange, checkEncoding } from "./check-change.ts";
import { draftChange, type SetDraft, type StagedDraft } from "./draft-change.ts";
import { draftsOnNow } from "./drafts-on-now.ts";
import { overlappingField } from "./field-problem.ts";
import { placeKey, type StagingStep } from "./prepare-changes.ts";
import { refuseMovedDirectory } from "./refuse-moved-since-seen.ts";
import { seenBase, seenGround } from "./seen-ground.ts";

/** So many changes are drafted before other work has its turn. */
const AT_ONCE = 25;

/** A draft that says another key of the entry that it is about, since one before it went. */
export interface RenamedDraft {
  row: ChangeRow;
  operation: Operation;
}

/** What becomes of the drafts of a set. */
export interface Drafted {
  staged: StagedDraft[];
  /** The drafts that are gone, each with the one in its place. */
  replaced: ReadonlyMap<string, string | null>;
  renamed: RenamedDraft[];
  dropped: number[];
}

/**
 * The drafts that the steps result in, and those of the set that they take the place of or have to name their entries anew,
 * whoever staged these.
 */
export async function draftChanges(
  context: RequestContext,
  {
    changeSetId,
    rows,
    steps,
    isUnderReview: isOfReview = false,
  }: {
    changeSetId: string;
    rows: readonly ChangeRow[];
    steps: readonly StagingStep[];
    /** The set has changes under review and no drafts: those that an author names as seen are edited as drafts are. */
    isUnderReview?: boolean;
  },
): Promise<Drafted> {
  const { deps, actor } = context;
  const isUnderReview = ({ state }: ChangeRow) => state === "in review" || state === "approved";
  const rowsOf = Map.groupBy(rows, (row) => placeKey(recordAt(row)));
  const liveOf = new Map(
    [...rowsOf].map(([key, of]) => [key, of.filter((row) => !isUnderReview(row)).map(toLiveChange)]),
  );
  const isShownAsRule = (row: ChangeRow) =>
    (row.state === "draft" || isUnderReview(row)) &&
    (row.change_set_id === changeSetId || row.created_by.id === actor.id);
  const named = new Set(isOfReview ? steps.flatMap(({ asked }) => asked.seenDrafts ?? []) : []);
  const isOfSet = (row: ChangeRow) =>
    row.change_set_id === changeSetId && (row.state === "draft" || (isUnderReview(row) && named.has(row.id)));
  const draftsOf: Map<string, SetDraft[]> = Map.groupBy(rows.filter(isOfSet), (row) => placeKey(recordAt(row)));
  const isOfRecord = ({ state, operation }: Change) => state !== "draft" || operation.op === "create";
  await refuseMovedDirectory(deps, steps, ({ asked }) => (liveOf.get(placeKey(asked)) ?? []).filter(isOfRecord));
  const staged = new Map<string, StagedDraft>();
  const gone = new Map<string, string | null>();
  const renamed = new Map<string, Operation>();
  const dropped = new Set(steps.map(({ index }) => index));
  for (const [position, { asked, checked, index, basis }] of steps.entries()) {
    if (position % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const { indexId } = asked;
    const key = placeKey(asked);
    const live = liveOf.get(key) ?? [];
    const drafts = draftsOf.get(key) ?? [];
    const ofRecord = live.filter(isOfRecord);
    refuseBesideDeletion(deps, asked, { changes: [...(rowsOf.get(key) ?? []), ...drafts], changeSetId, gone, index });
    refuseOverlap(deps, checked.field, [...ofRecord, ...drafts.map(toLedgerChange)], index);
    const baseSeen = seenBase(deps, { basis, asked, checked, index });
    const onNow = draftsOnNow(deps, { asked, checked, basis, live: ofRecord, drafts });
    const readings = checkEncoding(deps, { basis, asked, checked, indexId, live: ofRecord, drafts: onNow, index });
    const { row: drafted, replaced: replacedOnNow } = draftChange(context, {
      changeSetId,
      indexId,
      asked,
      checked: { ...checked, operation: readings?.operation ?? checked.operation },
      basis,
      baseSeen,
      before: readings?.before ?? null,
      ofRecord,
      drafts: onNow,
    });
    const replaced = drafts.filter(({ id }) => replacedOnNow.some((draft) => draft.id === id));
    const onRecord = rowsOf.get(key) ?? [];
    const { seenDrafts } = asked;
    // What was shown may have become live since.
    const isShown = seenDrafts === undefined ? isShownAsRule : ({ id }: ChangeRow) => seenDrafts.includes(id);
    const shown = onRecord.filter((row) => isShown(row) && !replaced.some(({ id }) => id === row.id));
    refuseUnseenDrafts(context, asked, { replaced: replaced.filter(({ id }) => !staged.has(id)), index });
    const left = withoutReplaced(drafts, replaced, drafted);
    const row = left.draft;
    for (const { id } of replaced) replaceIn({ staged, gone }, id, row?.id ?? null);
    draftsOf.set(key, left.drafts);
    for (const { id, operation } of left.renamed) {
      const newer = staged.get(id);
      if (newer === undefined) renamed.set(id, operation);
      else staged.set(id, { ...newer, operation });
    }
    if (row === null) continue;
    dropped.delete(index);
    const effective = row.value_before;
    const ground = seenGround(deps, { basis, asked, checked: row, effective, live: ofRecord, rows: onRecord, shown });
    const { ground: kept, base_seen } = asked.wasUnderReview ?? {};
    staged.set(
      row.id,
      kept === undefined || base_seen === undefined ? { ...row, ground } : { ...row, ground: kept, base_seen },
    );
    liveOf.set(key, [...live, toLedgerChange(row)]);
  }
  const stays = (row: ChangeRow) => {
    const operation = gone.has(row.id) ? undefined : renamed.get(row.id);
    return operation === undefined ? [] : [{ row, operation }];
  };
  return {
    staged: [...staged.values()],
    replaced: gone,
    renamed: renamed.size === 0 ? [] : rows.flatMap(stays),
    dropped: [...dropped],
  };
}

/** Another draft is in the place of this one; what was staged by the same request was never there. */
function replaceIn(
  { staged, gone }: { staged: Map<string, StagedDraft>; gone: Map<string, string | null> },
  id: string,
  by: string | null,
): void {
  if (!staged.delete(id)) gone.set(id, by);
  else for (const [older, newer] of gone) if (newer === id) gone.set(older, by);
}

/** The drafts of the set with the new one in place of those that it replaces: each is about the entry that it was about. */
function withoutReplaced(drafts: readonly SetDraft[], replaced: readonly SetDraft[], draft: StagedDraft | null) {
  const kept = drafts.filter((older) => !replaced.includes(older));
  const all = draft === null ? kept : [...kept, draft];
  const [first] = replaced;
  if (first === undefined || first.kind === null || shapeOf(first.kind) !== "keyed")
    return { drafts: all, draft, renamed: [] };
  const ofField = <Row extends SetDraft>(rows: readonly Row[]) => rows.filter(({ field }) => field === first.field);
  const meant = new Map(meantEntries(ofField(draft === null ? drafts : [...drafts, draft])));
  // It is named as what it replaces was.
  const before =
    draft === null ? undefined : replaced.find(({ operation }) => isOfSameEntry(operation, draft.operation));
  if (draft !== null && before !== undefined) meant.set(draft.id, meant.get(before.id) ?? new Map<string, never>());
  const renamed = new Map(namedAnew<SetDraft>(ofField(all), meant).map(({ id, operation }) => [id, operation]));
  const now = <Row extends SetDraft>(row: Row): Row => {
    const operation = renamed.get(row.id);
    return operation === undefined ? row : { ...row, operation };
  };
  return {
    drafts: all.map(now),
    draft: draft === null ? null : now(draft),
    renamed: kept.filter(({ id }) => renamed.has(id)).map(now),
  };
}

const isOfSameEntry = (a: Operation, b: Operation) => "element" in a && "element" in b && a.element === b.element;

function refuseOverlap(deps: Deps, field: string | null, changes: readonly Change[], index: number): void {
  const overlapping = field === null ? null : overlappingField(deps, field, changes);
  if (field === null || overlapping === null) return;
  throw operationError("wrong_state", "overlap", { field, other: overlapping, pointer: `/changes/${index}/field` });
}

/** Refuses what would have no effect: a deletion that is staged in the same set decides all of the record. */
function refuseBesideDeletion(
  { service: { profile } }: Deps,
  { record, field, wasDraft }: AskedChange,
  {
    changes,
    changeSetId,
    gone,
    index,
  }: { changes: readonly SetDraft[]; changeSetId: string; gone: ReadonlyMap<string, unknown>; index: number },
): void {
  const isDeletion = (row: SetDraft) =>
    row.operation.op === "delete" && row.change_set_id === changeSetId && isStaged(row) && !gone.has(row.id);
  // What was staged beside it before comes back as it was.
  if (field === undefined || wasDraft === true || !changes.some(isDeletion)) return;
  const noun = fieldNoun(profile, record.type, field);
  throw operationError("wrong_state", "beside-deletion", { field: noun, pointer: `/changes/${index}/field` });
}

/** Refuses to replace drafts that were staged in another window, or by somebody else, and not seen in this one. */
function refuseUnseenDrafts(
  { actor, deps }: RequestContext,
  { seenDrafts, record, field }: AskedChange,
  { replaced, index }: { replaced: readonly SetDraft[]; index: number },
): void {
  const unseen = seenDrafts === undefined ? undefined : replaced.find(({ id }) => !seenDrafts.includes(id));
  if (unseen === undefined) return;
  const of = field === undefined ? "this record" : `the ${fieldNoun(deps.service.profile, record.type, field)}`;
  const by = unseen.created_by.id === actor.id ? "You" : unseen.created_by.name;
  throw operationError("moved_since_seen", "other-draft", { by, of, pointer: `/changes/${index}/seenDrafts` });
}
