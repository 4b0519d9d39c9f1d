import { setImmediate as nextTurn } from "node:timers/promises";
import type { Change } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { toLiveChange } from "#/ledger/grounds/ground.ts";
import { operationError } from "#/runtime/errors.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { type ChangeRow, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { fieldNoun } from "#/upstream/records/field-wording.ts";
import { type AskedChange, checkEncoding } from "./check-change.ts";
import { draftChange, type OwnDraft, type StagedDraft } from "./draft-change.ts";
import { overlappingField } from "./field-problem.ts";
import { placeKey, type StagingStep } from "./prepare-changes.ts";
import { seenBase, seenGround } from "./seen-ground.ts";

/** So many changes are drafted before other work has its turn. */
const AT_ONCE = 25;

/** The drafts that the steps result in, and the ids of those of the author that they take the place of. */
export async function draftChanges(
  context: RequestContext,
  { changeSetId, rows, steps }: { changeSetId: string; rows: readonly ChangeRow[]; steps: readonly StagingStep[] },
): Promise<{ staged: StagedDraft[]; replaced: string[]; dropped: number[] }> {
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
      changeSetId,
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
