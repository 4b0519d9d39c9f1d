import type { Connection, Decision, PractitionerView, RecordKey } from "@dc/contract";
import { recordKey, shapeOf } from "@dc/directory";
import { useState, useEffect } from "react";
import { useNavigate } from "react-router";
import { usePermissions } from "#/connection/permissions.tsx";
import { paths } from "#/paths.ts";
import { ConflictCard } from "#/changes/decisions/conflict-card.tsx";
import { isWritable, refersTo } from "#/connection/meanings.ts";
import { fieldRowId, type FieldRow } from "#/record/field-row.ts";
import type { Wording } from "#/record/wording.ts";
import { useDecisions } from "#/changes/decisions/use-decisions.tsx";
import { decisionOptions } from "#/changes/decisions/decision-options.ts";
import { hasLifecycleChange } from "#/record/lifecycle.ts";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import type { MenuItem } from "#/ui/overlay/menu-button.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { RowActions } from "./row-actions.tsx";
import { recordsOf } from "#/record/practitioner-view.ts";
import { offeredIn } from "./offered-value.ts";
import { overrideNote } from "./override-note.ts";
import { isDraft, useOpenEditor } from "./use-open-editor.ts";
import { useSelectedRow } from "./use-selected-row.ts";
import { useStepKeys } from "./use-step-keys.ts";

export interface RecordEditorInput {
  indexId: string;
  view: PractitionerView;
  rows: readonly FieldRow[];
  /** The practitioner's own rows: the first of them is described where nothing differs. */
  ownRows: readonly FieldRow[];
  connection: Connection | undefined;
  wording: Wording;
  returned: boolean;
}

/** What may be done to the records of a view. */
function useMayEdit({ view, connection, returned }: Pick<RecordEditorInput, "view" | "connection" | "returned">) {
  const { may } = usePermissions();
  const editable = !view.index.readOnly && may("stage") && !returned;
  return {
    decidable: !view.index.readOnly && may("decide"),
    editable,
    canEdit: (row: FieldRow) => editable && isWritable(connection, row.record.type, row.field.key),
  };
}

/** The id of the editor of a row: the members of a set share one. */
const editorOf = ({ id, record, field }: FieldRow) =>
  shapeOf(field.kind) === "members" ? fieldRowId(record, field.key, null) : id;

/** The state and actions of the practitioner's page: the selected row, the open editor, and staging and deciding. */
export function useRecordEditor({ indexId, view, rows, ownRows, connection, wording, returned }: RecordEditorInput) {
  const selection = useSelectedRow(rows, ownRows);
  const { selectedRow, gone, selectedId, select, selectById } = selection;
  const returnFocus = useFocusReturn();
  const { isUnderReview, openSet } = useSetsUnderReview(view);
  const { decidable, editable, canEdit } = useMayEdit({ view, connection, returned });
  const openEditor = useOpenEditor({
    indexId,
    view,
    opened:
      selection.isToBeEdited && selectedRow !== undefined && !gone && canEdit(selectedRow)
        ? { id: editorOf(selectedRow), offered: offeredIn(selectedRow) }
        : null,
    returnFocus,
  });
  const { editing, edit, typedAt, hasTyped, busy } = openEditor;
  const editRow = (row: FieldRow) => {
    select(row);
    edit(row.id);
  };
  const [resolving, setResolving] = useState<string | null>(null);
  const now = new Date(useNow());
  const decisions = useDecisions(indexId, view.changes.filter(isDraft), wording);
  const recordsWithLifecycle = recordsOf(view).filter(({ record }) => hasLifecycleChange(record, view.changes));
  const lifecycle =
    recordsWithLifecycle.find(({ record }) => selectedId === lifecycleRowId(record)) ??
    (selectedId === null ? recordsWithLifecycle.find(({ record }) => record.type === "practitioner") : undefined);
  const viewOf = (row: FieldRow) =>
    recordsOf(view).find(({ record }) => recordKey(record) === recordKey(row.record)) ?? view.practitioner;
  const changeOf = (row: FieldRow) => view.changes.find(({ id }) => id === row.comparison.override?.changeId);

  const decide = async (row: FieldRow, decision: Decision) => {
    select(row);
    await decisions.ask(row, decision);
    returnFocus(row.id);
  };
  const discard = async (row: FieldRow) => {
    if (openSet(row)) return;
    select(row);
    await decisions.discard(row);
    returnFocus(row.id);
  };
  const openConflict = (row: FieldRow) => {
    select(row);
    setResolving(row.id);
  };
  const isResolving = (row: FieldRow) => resolving === row.id && row.comparison.verdict === "conflict";
  const closeConflict = (row: FieldRow) => {
    setResolving(null);
    returnFocus(row.id);
  };
  const decideKey = (decision: "keep ours" | "take base") => {
    if (selectedRow !== undefined && !gone && decidable && isOffered(selectedRow, decision))
      void decide(selectedRow, decision);
  };
  useStepKeys(rows, selection);
  useShortcuts([
    {
      keys: "e",
      label: "Edit or resolve",
      group: "Fields",
      run: () => {
        if (pressFocusedStop() || selectedRow === undefined || gone || !decidable) return;
        if (selectedRow.comparison.verdict === "conflict") openConflict(selectedRow);
        else if (shapeOf(selectedRow.field.kind) === "members" && canEdit(selectedRow)) edit(editorOf(selectedRow));
        else if (canEdit(selectedRow)) editRow(selectedRow);
      },
    },
    { keys: "o", label: "Keep ours", group: "Fields", run: () => decideKey("keep ours") },
    { keys: "b", label: "Take base", group: "Fields", run: () => decideKey("take base") },
  ]);

  return {
    ...openEditor,
    selectedRow,
    gone,
    /** The record whose creation or deletion the rail shows. */
    lifecycle,
    showLifecycle: (record: RecordKey) => {
      selectById(lifecycleRowId(record));
      // On a narrow screen the rail is below the fields.
      requestAnimationFrame(() => document.querySelector("[data-lifecycle]")?.scrollIntoView({ block: "nearest" }));
    },
    selectedId,
    decidable,
    editable,
    /** None while the card of a conflict asks for the reason itself. */
    reasonFieldOf: (row: FieldRow) => (isResolving(row) ? null : decisions.reasonFieldOf(row)),
    /** A decision is being sent. */
    deciding: decisions.busy,
    decide,
    /** Opens the set of what is under review. */
    discard,
    /** What is staged of a row can only be withdrawn in its set. */
    isUnderReview,
    viewOf,
    canEdit,
    openConflict,
    select,
    rowProps: (row: FieldRow) => ({
      row: openEditor.withStaged(row),
      returned,
      current: lifecycle === undefined && selectedRow?.id === row.id,
      editing: editing === row.id,
      busy,
      chosen: { indexId, type: refersTo(connection, row.record.type, row.field.key) },
      note: returned ? null : hasTyped(row.id) ? "typed, not staged" : overrideNote(row, changeOf(row), now),
      onSelect: () => select(row),
      ...openEditor.editorProps(row.id),
    }),
    actionsFor: (row: FieldRow, more: readonly MenuItem[] = []) =>
      returned ? null : (
        <RowActions
          row={row}
          decidable={decidable}
          busy={decisions.busy}
          isUnderReview={isUnderReview(row)}
          onDecide={(decision) => void decide(row, decision)}
          onResolve={() => openConflict(row)}
          onDiscard={() => void discard(row)}
          onEdit={canEdit(row) ? () => editRow(row) : undefined}
          more={more}
        />
      ),
    conflictCardOf: (row: FieldRow) =>
      isResolving(row) ? (
        <li>
          <ConflictCard
            row={row}
            typedAt={typedAt(row.id)}
            {...decisions.reasonProps(row)}
            change={changeOf(row)}
            baseSince={viewOf(row).against.fetchedAt}
            busy={decisions.busy}
            onClose={() => closeConflict(row)}
            onResolve={async (resolution) => {
              const done = (await decisions.resolve(row, resolution)) !== null;
              if (done) closeConflict(row);
              return done;
            }}
          />
        </li>
      ) : null,
  };
}

/** What is staged of a row, but is no draft any more: it can only be withdrawn in its set. */
function useSetsUnderReview({ changes }: PractitionerView) {
  const navigate = useNavigate();
  const setOf = ({ comparison }: FieldRow): string | null => {
    const staged = changes.filter(({ id }) => comparison.drafts.includes(id));
    return staged.some(isDraft) ? null : (staged[0]?.changeSetId ?? null);
  };
  return {
    isUnderReview: (row: FieldRow) => setOf(row) !== null,
    /** Whether it was opened. */
    openSet: (row: FieldRow): boolean => {
      const changeSetId = setOf(row);
      if (changeSetId !== null) void navigate(paths.changeSet.href({ changeSetId }));
      return changeSetId !== null;
    },
  };
}

const isOffered = ({ comparison }: FieldRow, decision: Decision): boolean =>
  decisionOptions(comparison).some((verb) => verb.decision === decision);

/** On the plans of a schedule, as on any control, E does what Enter does. Whether one of them has the focus. */
function pressFocusedStop(): boolean {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement.dataset["stop"] === undefined) return false;
  activeElement.click();
  return true;
}

const lifecycleRowId = (record: RecordKey) => `lifecycle of ${recordKey(record)}`;

export type RecordEditor = ReturnType<typeof useRecordEditor>;

/** After an editor or card closes, returns a lost focus to the button that opens it, or else to its row. */
function useFocusReturn(): (id: string) => void {
  const [left, setLeft] = useState<{ id: string } | null>(null);
  useEffect(() => {
    if (left === null || (document.activeElement !== null && document.activeElement !== document.body)) return;
    const named = (name: "edits" | "row") =>
      [...document.querySelectorAll<HTMLElement>(`[data-${name}]`)].find(({ dataset }) => dataset[name] === left.id);
    (named("edits") ?? named("row") ?? document.getElementById("main"))?.focus();
  }, [left]);
  return (id) => setLeft({ id });
}
