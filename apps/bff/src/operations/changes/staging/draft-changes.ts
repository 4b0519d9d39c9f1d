import { setImmediate as nextTurn } from "node:timers/promises";
import { type Change, meantEntries, namedAnew, type Operation, shapeOf } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { toLiveChange } from "#/ledger/grounds/ground.ts";
import { operationError } from "#/runtime/errors.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { type ChangeRow, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { fieldNoun } from "#/upstream/records/field-wording.ts";
import { type AskedChange, checkEncoding } from "./check-change.ts";
import { draftChange, type OwnDraft, type StagedDraft } from "./draft-change.ts";
import { draftsOnNow } from "./drafts-on-now.ts";
import { overlappingField } from "./field-problem.ts";
import { placeKey, type StagingStep } from "./prepare-changes.ts";
import { seenBase, seenGround } from "./seen-ground.ts";

/** So many changes are drafted before other work has its turn. */
const AT_ONCE = 25;

/** A draft that says another key of the entry that it is about, since one before it went. */
export interface RenamedDraft {
  row: ChangeRow;
  operation: Operation;
}

/** The drafts that the steps result in, and those of the author that they take the place of or have to name their entries anew. */
export async function draftChanges(
  context: RequestContext,
  { changeSetId, rows, steps }: { changeSetId: string; rows: readonly ChangeRow[]; steps: readonly StagingStep[] },
): Promise<{ staged: StagedDraft[]; replaced: string[]; renamed: RenamedDraft[]; dropped: number[] }> {
  const { deps, actor } = context;
  const isUnderReview = ({ state }: ChangeRow) => state === "in review" || state === "approved";
  const rowsOf = Map.groupBy(rows, (row) => placeKey(recordAt(row)));
  const liveOf = new Map(
    [...rowsOf].map(([key, of]) => [key, of.filter((row) => !isUnderReview(row)).map(toLiveChange)]),
  );
  const isShown = (row: ChangeRow) =>
    (row.state === "draft" || isUnderReview(row)) &&
    (row.change_set_id === changeSetId || row.created_by.id === actor.id);
  const shownOf = new Map([...rowsOf].map(([key, of]) => [key, of.filter(isShown)]));
  const isMine = (row: ChangeRow) =>
    row.state === "draft" && row.change_set_id === changeSetId && row.created_by.id === actor.id;
  const mineOf: Map<string, OwnDraft[]> = Map.groupBy(rows.filter(isMine), (row) => placeKey(recordAt(row)));
  const staged = new Map<string, StagedDraft>();
  const gone = new Set<string>();
  const renamed = new Map<string, Operation>();
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
    const onNow = draftsOnNow(deps, { asked, checked, basis, live: ofRecord, mine });
    const readings = checkEncoding(deps, { basis, asked, checked, indexId, live: ofRecord, mine: onNow, index });
    const { row: drafted, replaced: replacedOnNow } = draftChange(context, {
      changeSetId,
      indexId,
      asked,
      checked: { ...checked, operation: readings?.operation ?? checked.operation },
      basis,
      baseSeen,
      before: readings?.before ?? null,
      ofRecord,
      mine: onNow,
    });
    const replaced = mine.filter(({ id }) => replacedOnNow.some((draft) => draft.id === id));
    const shown = (shownOf.get(key) ?? []).filter((draft) => !replaced.some(({ id }) => id === draft.id));
    refuseUnseenDrafts(deps, asked, { replaced: replaced.filter(({ id }) => !staged.has(id)), index });
    for (const { id } of replaced) if (!staged.delete(id)) gone.add(id);
    const left = withoutReplaced(mine, replaced, drafted);
    const row = left.draft;
    mineOf.set(key, left.mine);
    for (const { id, operation } of left.renamed) {
      const newer = staged.get(id);
      if (newer === undefined) renamed.set(id, operation);
      else staged.set(id, { ...newer, operation });
    }
    if (row === null) continue;
    dropped.delete(index);
    const effective = row.value_before;
    const ground = seenGround(deps, { basis, asked, checked: row, effective, live: ofRecord, staged: shown });
    staged.set(row.id, { ...row, ground });
    liveOf.set(key, [...live, toLedgerChange(row)]);
  }
  const stays = (row: ChangeRow) => {
    const operation = gone.has(row.id) ? undefined : renamed.get(row.id);
    return operation === undefined ? [] : [{ row, operation }];
  };
  return {
    staged: [...staged.values()],
    replaced: [...gone],
    renamed: renamed.size === 0 ? [] : rows.flatMap(stays),
    dropped: [...dropped],
  };
}

/** The author's drafts with the new one in place of those that it replaces: each is about the entry that it was about. */
function withoutReplaced(mine: readonly OwnDraft[], replaced: readonly OwnDraft[], draft: StagedDraft | null) {
  const kept = mine.filter((older) => !replaced.includes(older));
  const all = draft === null ? kept : [...kept, draft];
  const [first] = replaced;
  if (first === undefined || first.kind === null || shapeOf(first.kind) !== "keyed")
    return { mine: all, draft, renamed: [] };
  const ofField = <Row extends OwnDraft>(rows: readonly Row[]) => rows.filter(({ field }) => field === first.field);
  const meant = new Map(meantEntries(ofField(draft === null ? mine : [...mine, draft])));
  // It is named as what it replaces was.
  const before =
    draft === null ? undefined : replaced.find(({ operation }) => isOfSameEntry(operation, draft.operation));
  if (draft !== null && before !== undefined) meant.set(draft.id, meant.get(before.id) ?? new Map<string, never>());
  const renamed = new Map(namedAnew<OwnDraft>(ofField(all), meant).map(({ id, operation }) => [id, operation]));
  const now = <Row extends OwnDraft>(row: Row): Row => {
    const operation = renamed.get(row.id);
    return operation === undefined ? row : { ...row, operation };
  };
  return {
    mine: all.map(now),
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
