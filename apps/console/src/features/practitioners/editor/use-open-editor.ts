import type { Change, PractitionerView } from "@dc/contract";
import { phoneToJson, type Reading, recordKey } from "@dc/directory";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { BffError } from "#/api/bff-error.ts";
import { isUnderReview, useChosenSet } from "#/changes/chosen-set.ts";
import { useStage } from "#/changes/mutations.ts";
import { type FieldChange, type SeenChange, withSeenValues } from "#/changes/seen-values.ts";
import type { FieldRow } from "#/record/field-row.ts";
import { recordsOf } from "#/record/practitioner-view.ts";
import { readUnsavedInput, storeUnsavedInput } from "#/ui/form/unsaved-input.ts";

const MOST_MADE = 100;

interface OpenEditorInput {
  indexId: string;
  view: PractitionerView;
  /** The row whose editor is open from the start, with what is offered in it. */
  opened: { id: string; offered: unknown } | null;
  returnFocus: (id: string) => void;
}

/** The one editor that is open on the page, what was typed in those that were left, and staging. */
export function useOpenEditor({ indexId, view, opened, returnFocus }: OpenEditorInput) {
  const client = useQueryClient();
  const whenStaged = useRef(new WeakMap<readonly SeenChange[], () => void>());
  /** What was staged on this page, whether or not it was read again since. */
  const made = useRef<readonly string[]>([]);
  const onStaged = (asked: readonly SeenChange[], changeIds: readonly string[]) => {
    made.current = [...made.current, ...changeIds].slice(-MOST_MADE);
    whenStaged.current.get(asked)?.();
  };
  const chosen = useChosenSet(indexId);
  const underReview = chosen.isUnderReview === true ? view.changes.filter(isReviewedIn(chosen.id)) : [];
  const stage = useStage(indexId, onStaged);
  /** The changes under review that this one, of this row, would take the place of. */
  const editedBy = (change: FieldChange, rowId: string) => {
    const shown = draftsOf(view, change);
    // The entry that the page was opened at may have another key than the change names.
    return underReview.filter(
      (of) => isOfSameField(of, change) && (rowId === firstId || isOfSameElement(of, change) || shown.includes(of.id)),
    );
  };
  /** How many stagings the server has not answered. */
  const [sent, setSent] = useState(0);
  /** What was staged of a row and is not read again yet, with the view that lacks it. */
  const [staged, setStaged] = useState<{ id: string; preview: Reading; from: PractitionerView } | null>(null);
  const isReadAgain = staged === null || staged.from !== view;
  /** The row that is edited, and the view at that moment: an open editor hides the standard value, so that one counts as seen. */
  const [edited, setEdited] = useState<{ id: string; from: PractitionerView; sawDrafts?: true } | null>(
    opened === null ? null : { id: opened.id, from: view },
  );
  const edit = (id: string | null) =>
    setEdited(id === null ? null : { id, from: view, ...(isReadAgain ? {} : { sawDrafts: true }) });
  const typedAt = (id: string) => `${indexId} ${id}`;
  const hasTyped = (id: string) => readUnsavedInput(client, typedAt(id)) !== null;
  const [{ id: firstId, offered } = { id: "", offered: null }] = useState(opened ?? undefined);
  const firstPlace = typedAt(firstId);
  /** What was offered and not taken is not what somebody typed. */
  const dropOffered = useCallback(() => {
    if (offered !== null && readUnsavedInput(client, firstPlace) === offered)
      storeUnsavedInput(client, firstPlace, null);
  }, [client, firstPlace, offered]);
  useEffect(() => {
    if (offered === null || readUnsavedInput(client, firstPlace) !== null) return undefined;
    storeUnsavedInput(client, firstPlace, offered);
    return dropOffered;
  }, [client, firstPlace, offered, dropOffered]);
  /** Keeps the unsaved input. */
  const leave = (id: string) => {
    dropOffered();
    // Another editor may have been opened before the answer about this one.
    setEdited((now) => (now?.id === id ? null : now));
    returnFocus(id);
  };
  const cancel = (id: string) => {
    storeUnsavedInput(client, typedAt(id), null);
    leave(id);
  };
  const send = (
    changes: readonly FieldChange[],
    { from = view, seenDrafts = view.changes.filter(isDraft), onStaged = () => {}, rowId = "" } = {},
  ) => {
    const edited = changes.map((change) => editedBy(change, rowId));
    /** Into a set under review goes only what edits a change of it. */
    const isEdit = chosen.isUnderReview === true && edited.every((of) => of.length > 0);
    const changeSetId = chosen.isUnderReview === true && !isEdit ? null : chosen.id;
    const seen = [...new Set([...[...seenDrafts, ...edited.flat()].map(({ id }) => id), ...made.current])];
    const asked = withSeenValues(recordsOf(from), seen, changes);
    let isAnswered = false;
    const answered = () => {
      if (!isAnswered) setSent((count) => count - 1);
      isAnswered = true;
    };
    whenStaged.current.set(asked, () => {
      answered();
      onStaged();
    });
    setSent((count) => count + 1);
    return stage
      .mutateAsync({ changes: asked, changeSetId, isEdit })
      .then(() => true)
      .catch((error: unknown) => {
        // A draft from another window is shown now, so that the next attempt may replace it.
        if (error instanceof BffError && error.code === "moved_since_seen")
          setEdited((was) => (was === null ? null : { ...was, sawDrafts: true }));
        return false;
      })
      .finally(answered);
  };
  const underWay = useRef(new Set<string>());
  /** Stages a change at once; the second click of a double one asks for what is being staged already. */
  const change = async (row: FieldRow, operation: FieldChange["operation"]) => {
    const key = `${row.id} ${JSON.stringify(operation)}`;
    if (underWay.current.has(key)) return false;
    underWay.current.add(key);
    const asked = [{ record: row.record, field: row.field.key, operation }];
    return await send(asked, { rowId: row.id }).finally(() => underWay.current.delete(key));
  };
  const stageAndLeave = async (changes: readonly FieldChange[]) => {
    if (edited === null) return;
    const { id, from } = edited;
    const shown = edited.sawDrafts === true ? view : from;
    let isLeft = false;
    /** What was staged is shown at once; reading everything again takes seconds where the service is slow. */
    const onStaged = () => {
      isLeft = true;
      const preview = changes.flatMap(({ operation }) => valueOf(operation) ?? []).at(0);
      if (preview !== undefined) setStaged({ id, preview, from: view });
      cancel(id);
    };
    const isDone = await send(changes, { from, seenDrafts: shown.changes.filter(isDraft), onStaged, rowId: id });
    if (isDone && !isLeft) cancel(id);
  };
  /** A row with what was just staged of it. */
  const withStaged = (row: FieldRow): FieldRow => {
    if (isReadAgain || staged.id !== row.id) return row;
    const { comparison } = row;
    return { ...row, comparison: { ...comparison, values: { ...comparison.values, preview: staged.preview } } };
  };
  return {
    editing: edited?.id ?? null,
    edit,
    typedAt,
    hasTyped,
    /** The props that every editor of a row takes. */
    editorProps: (id: string) => ({ typedAt: typedAt(id), onLeave: () => leave(id), onCancel: () => cancel(id) }),
    /** Something is being staged; once that is done the next may be, although all is only now read again. */
    busy: sent > 0,
    send: (changes: readonly FieldChange[]) => send(changes),
    change,
    stageAndLeave,
    withStaged,
  };
}

/** What an operation writes; null where that takes reading. */
function valueOf(operation: FieldChange["operation"]): Reading | null {
  if (operation.op === "set") return { value: operation.value };
  if (operation.op === "remove") return { absent: true };
  if (operation.op !== "replace" || typeof operation.by === "string") return null;
  const { number, extension = null, label = null } = operation.by;
  return { value: phoneToJson({ number, extension, label }) };
}

const isReviewedIn =
  (set: string | null) =>
  ({ changeSetId, state }: Change) =>
    changeSetId === set && isUnderReview({ state });

const isOfSameField = (one: Change, { record, field }: FieldChange): boolean =>
  recordKey(one.record) === recordKey(record) && one.field === field;

/** The drafts, and what is under review, of the part of a record that a change is about. */
function draftsOf(view: PractitionerView, change: FieldChange): readonly string[] {
  const record = recordsOf(view).find((of) => recordKey(of.record) === recordKey(change.record));
  const field = record?.comparison.fields.find(({ key }) => key === change.field);
  const element = elementOf(change.operation);
  return (element === null ? field : field?.parts.find(({ key }) => key === element))?.drafts ?? [];
}

const elementOf = (operation: object) => ("element" in operation ? operation.element : null);

const isOfSameElement = (one: Change, { operation }: FieldChange): boolean =>
  elementOf(one.operation) === elementOf(operation);

export const isDraft = ({ state }: Change) => state === "draft";
