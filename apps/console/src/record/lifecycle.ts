import type { Change, PractitionerView, RecordView } from "@dc/contract";
import { isLive, isStaged, isUnsent, type LiveState, type RecordKey } from "@dc/directory";
import { capitalise } from "#/ui/display/capitalise.ts";

/** A change in a live state: it contributes to the directory's values. */
export type LiveChange = Change & { state: LiveState };

/** The creation or deletion of a record: the live one and the staged one. */
export interface Lifecycle {
  live: LiveChange | null;
  staged: Change | null;
}

export function lifecycleOf(record: RecordKey, changes: readonly Change[]): Lifecycle {
  const ofLifecycle = changesOf(record, changes).filter(
    ({ operation }) => operation.op === "create" || operation.op === "delete",
  );
  return {
    live: ofLifecycle.findLast(isLive) ?? null,
    staged: ofLifecycle.findLast(isStaged) ?? null,
  };
}

export function hasLifecycleChange(record: RecordKey, changes: readonly Change[]): boolean {
  const { live: stands, staged: would } = lifecycleOf(record, changes);
  return stands !== null || would !== null;
}

/** Whether the directory has the record, drafts included. Only then can it be edited. */
export function existsHere({ comparison }: RecordView): boolean {
  const { presence, fields } = comparison;
  return presence === "both" || presence === "missing in standard" || (presence === "in neither" && fields.length > 0);
}

/** Whether a deletion can be staged: the service has the record here, and nothing is staged for it as a whole. */
export function canBeDeleted({ record, comparison, here }: RecordView, changes: readonly Change[]): boolean {
  const { presence } = comparison;
  const isHere = presence === "both" || presence === "missing in standard";
  return isHere && here.state === "found" && lifecycleOf(record, changes).staged === null;
}

const changesOf = ({ type, id }: RecordKey, changes: readonly Change[]): Change[] =>
  changes.filter(({ record }) => record.type === type && record.id === id);

/** The changes that end with a creation: edits of the record, and schedules that name it, with their edits. */
export function dependentChanges(creation: Change, view: PractitionerView): Change[] {
  const goes = creation.state === "draft" ? (change: Change) => change.state === "draft" : isUnsent;
  const dependent =
    creation.record.type === "practitioner"
      ? view.schedules.filter((schedule) => isCreatedHere(schedule, view.changes))
      : [];
  const records = [...dependent.map(({ record }) => record), creation.record];
  return records.flatMap((record) => changesOf(record, view.changes).filter(goes).toReversed());
}

function isCreatedHere({ record }: RecordView, changes: readonly Change[]): boolean {
  const { live: stands, staged: would } = lifecycleOf(record, changes);
  return (stands ?? would)?.operation.op === "create";
}

/** The reason of a change without the words "held because". */
export function reasonOf(because: string | null): string | null {
  return because === null ? null : capitalise(because.replace(/^held,? because /i, ""));
}
