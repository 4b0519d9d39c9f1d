import type { Change, Connection, Decision, PractitionerView, RecordKey } from "@dc/contract";
import { recordKey, shapeOf } from "@dc/directory";
import { useQueryClient } from "@tanstack/react-query";
import { useState, useEffect, useRef } from "react";
import { usePermissions } from "#/connection/permissions.tsx";
import { ConflictCard } from "#/changes/decisions/conflict-card.tsx";
import { isWritable, refersTo } from "#/connection/meanings.ts";
import { fieldRowId, type FieldRow } from "#/record/field-row.ts";
import type { Wording } from "#/record/wording.ts";
import { useStage } from "#/changes/mutations.ts";
import { readingText } from "#/record/reading-value.tsx";
import { BffError } from "#/api/bff-error.ts";
import { type FieldChange, withSeenValues } from "#/changes/seen-values.ts";
import { useDecisions } from "#/changes/decisions/use-decisions.tsx";
import { decisionOptions } from "#/changes/decisions/decision-options.ts";
import { hasLifecycleChange } from "#/record/lifecycle.ts";
import { formatDay } from "#/ui/display/format-time.ts";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import type { MenuItem } from "#/ui/overlay/menu-button.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { storeUnsavedInput, readUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { RowActions } from "./row-actions.tsx";
import { recordsOf } from "#/record/practitioner-view.ts";
import { useSelectedRow } from "./use-selected-row.ts";

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

/** The state and actions of the practitioner's page: the selected row, the open editor, and staging and deciding. */
export function useRecordEditor({ indexId, view, rows, ownRows, connection, wording, returned }: RecordEditorInput) {
  const client = useQueryClient();
  const { selectedRow, gone, selectedId, select, selectById } = useSelectedRow(rows, ownRows);
  const returnFocus = useFocusReturn();
  /** The row that is edited, and the view at that moment: an open editor hides the standard value, so that one counts as seen. */
  const [edited, setEdited] = useState<{ id: string; from: PractitionerView; sawDrafts?: true } | null>(null);
  const editing = edited?.id ?? null;
  const setEditing = (id: string | null) => setEdited(id === null ? null : { id, from: view });
  const editRow = (row: FieldRow) => {
    select(row);
    setEditing(row.id);
  };
  const typedAt = (id: string) => `${indexId} ${id}`;
  const hasTyped = (id: string) => readUnsavedInput(client, typedAt(id)) !== null;
  /** Keeps the unsaved input. */
  const leave = (id: string) => {
    setEditing(null);
    returnFocus(id);
  };
  const cancel = (id: string) => {
    storeUnsavedInput(client, typedAt(id), null);
    leave(id);
  };
  const [resolving, setResolving] = useState<string | null>(null);
  const now = new Date(useNow());
  const drafts = view.changes.filter(isDraft);
  const stage = useStage(indexId);
  const decisions = useDecisions(indexId, drafts, wording);
  const { may } = usePermissions();
  const decidable = !view.index.readOnly && may("decide");
  const editable = !view.index.readOnly && may("stage") && !returned;
  const recordsWithLifecycle = recordsOf(view).filter(({ record }) => hasLifecycleChange(record, view.changes));
  const lifecycle =
    recordsWithLifecycle.find(({ record }) => selectedId === lifecycleRowId(record)) ??
    (selectedId === null ? recordsWithLifecycle.find(({ record }) => record.type === "practitioner") : undefined);
  const editorProps = (id: string) => ({ typedAt: typedAt(id), onLeave: () => leave(id), onCancel: () => cancel(id) });
  const viewOf = (row: FieldRow) =>
    recordsOf(view).find(({ record }) => recordKey(record) === recordKey(row.record)) ?? view.practitioner;
  const changeOf = (row: FieldRow) => view.changes.find(({ id }) => id === row.comparison.override?.changeId);
  const canEdit = (row: FieldRow) => editable && isWritable(connection, row.record.type, row.field.key);

  const send = (changes: readonly FieldChange[], from = view, seenDrafts = drafts) =>
    stage
      .mutateAsync(withSeenValues(recordsOf(from), seenDrafts, changes))
      .then(() => true)
      .catch((error: unknown) => {
        // A draft from another window is shown now, so that the next attempt may replace it.
        if (error instanceof BffError && error.code === "moved_since_seen")
          setEdited((was) => (was === null ? null : { ...was, sawDrafts: true }));
        return false;
      });
  const underWay = useRef(new Set<string>());
  /** Stages a change at once; the second click of a double one asks for what is being staged already. */
  const change = async (row: FieldRow, operation: FieldChange["operation"]) => {
    const key = `${row.id} ${JSON.stringify(operation)}`;
    if (underWay.current.has(key)) return false;
    underWay.current.add(key);
    return await send([{ record: row.record, field: row.field.key, operation }]).finally(() =>
      underWay.current.delete(key),
    );
  };
  const stageAndLeave = async (changes: readonly FieldChange[]) => {
    if (edited === null) return;
    const shown = edited.sawDrafts === true ? view : edited.from;
    if (await send(changes, edited.from, shown.changes.filter(isDraft))) cancel(edited.id);
  };
  const decide = async (row: FieldRow, decision: Decision) => {
    select(row);
    await decisions.ask(row, decision);
    returnFocus(row.id);
  };
  const discard = async (row: FieldRow) => {
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
  const move = (by: number) => {
    const next = stopAfter(by, selectedRow?.id ?? null, selectedId !== null);
    if (next === null) return;
    const row = rows.find(({ id }) => id === next.dataset["row"]);
    if (row !== undefined) select(row);
    next.focus();
  };
  const decideKey = (decision: "keep ours" | "take base") => {
    if (
      selectedRow !== undefined &&
      !gone &&
      decidable &&
      decisionOptions(selectedRow.comparison).some((verb) => verb.decision === decision)
    )
      void decide(selectedRow, decision);
  };
  useShortcuts([
    { keys: "j", label: "Next field, schedule or plan", group: "Fields", run: () => move(1) },
    { keys: "k", label: "Previous field, schedule or plan", group: "Fields", run: () => move(-1) },
    {
      keys: "e",
      label: "Edit or resolve",
      group: "Fields",
      run: () => {
        const { activeElement } = document;
        // On the plans of a schedule, as on any control, E does what Enter does.
        if (activeElement instanceof HTMLElement && activeElement.dataset["stop"] !== undefined) {
          activeElement.click();
          return;
        }
        if (selectedRow === undefined || gone || !decidable) return;
        if (selectedRow.comparison.verdict === "conflict") openConflict(selectedRow);
        else if (shapeOf(selectedRow.field.kind) === "members" && canEdit(selectedRow))
          setEditing(fieldRowId(selectedRow.record, selectedRow.field.key, null));
        else if (canEdit(selectedRow)) editRow(selectedRow);
      },
    },
    { keys: "o", label: "Keep ours", group: "Fields", run: () => decideKey("keep ours") },
    { keys: "b", label: "Take base", group: "Fields", run: () => decideKey("take base") },
  ]);

  const noteOf = (row: FieldRow) => {
    const { comparison } = row;
    const made = changeOf(row);
    if (comparison.verdict === "same" || comparison.verdict === null) return null;
    if (comparison.verdict === "ours" && made !== undefined && made.evidence !== null)
      return `${made.evidence.reason}, ${formatDay(new Date(made.createdAt), now)}`;
    const { base } = comparison.values;
    if (base === null) return null;
    if ("absent" in base) return comparison.verdict === "base moved" ? "gone from base" : "not in base";
    if (comparison.values.effective !== null && "absent" in comparison.values.effective)
      return comparison.verdict === "base moved" ? "new in base" : "removed here";
    return `base ${comparison.verdict === "ours" ? "says" : "now"} ${readingText(base, row.wording)}`;
  };

  return {
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
    editing,
    decidable,
    editable,
    /** None while the card of a conflict asks for the reason itself. */
    reasonFieldOf: (row: FieldRow) => (isResolving(row) ? null : decisions.reasonFieldOf(row)),
    /** A decision is being sent. */
    deciding: decisions.busy,
    decide,
    discard,
    busy: stage.isPending,
    viewOf,
    canEdit,
    send: (changes: readonly FieldChange[]) => send(changes),
    stageAndLeave,
    openConflict,
    select,
    edit: setEditing,
    /** The props that every editor of a row takes. */
    editorProps,
    hasTyped,
    change,
    rowProps: (row: FieldRow) => ({
      row,
      returned,
      current: lifecycle === undefined && selectedRow?.id === row.id,
      editing: editing === row.id,
      busy: stage.isPending,
      chosen: { indexId, type: refersTo(connection, row.record.type, row.field.key) },
      note: returned ? null : hasTyped(row.id) ? "typed, not staged" : noteOf(row),
      onSelect: () => select(row),
      ...editorProps(row.id),
    }),
    actionsFor: (row: FieldRow, more: readonly MenuItem[] = []) =>
      returned ? null : (
        <RowActions
          row={row}
          decidable={decidable}
          busy={decisions.busy}
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

const isDraft = ({ state }: Change) => state === "draft";

const lifecycleRowId = (record: RecordKey) => `lifecycle of ${recordKey(record)}`;

export type RecordEditor = ReturnType<typeof useRecordEditor>;

/** What J and K step through: rows and plans, and the buttons that open the plans of a schedule, as they stand on the page. */
function rowStops(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-row], [data-stop]")].filter(
    (stop) => stop.closest("details:not([open])") === null,
  );
}

/** The stop that J (1) or K (-1) leads to. Without a focus it is the selected row; that one's neighbour if a person chose it. */
function stopAfter(by: number, selectedId: string | null, isChosen: boolean): HTMLElement | null {
  const stops = rowStops();
  const focused = stops.findIndex((stop) => stop === document.activeElement);
  const selected = stops.findIndex(({ dataset }) => dataset["row"] === selectedId);
  const from = focused >= 0 ? focused : isChosen ? selected : -1;
  const to = from >= 0 ? from + by : Math.max(selected, 0);
  return stops[Math.min(Math.max(to, 0), stops.length - 1)] ?? null;
}

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
