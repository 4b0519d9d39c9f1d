import type { Connection, Decision, PractitionerView, RecordKey } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConflictCard } from "#/changes/conflict-card.tsx";
import { isWritable, acceptedInsurances } from "#/connection/meanings.ts";
import { shownVerdict, type Place } from "#/record/field-row.ts";
import type { PlanNames } from "#/plan-choice/queries.ts";
import { useStage } from "#/changes/mutations.ts";
import { wordsOfReading } from "#/record/reading-value.tsx";
import { type FieldChange, withSeen } from "#/changes/seen-values.ts";
import { useDecisions } from "#/changes/use-decisions.ts";
import { verbsOf } from "#/changes/decision-options.ts";
import { hasLife } from "#/record/lifecycle.ts";
import { formatDay } from "#/ui/text/format-time.ts";
import { useKeys } from "#/ui/keyboard/keyboard-shortcuts.tsx";
import type { MenuVerb } from "#/ui/overlay/menu-button.tsx";
import { useNow } from "#/ui/text/use-now.ts";
import { keepTyped, typedIn } from "#/ui/form/unsaved-input.ts";
import { PlaceVerbs } from "./row-actions.tsx";
import { recordsOf } from "#/record/practitioner-view.ts";
import { useChosenPlace } from "./use-selected-row.ts";
import { useFocusBack } from "./use-focus-return.ts";

export interface RecordDeskInput {
  indexId: string;
  view: PractitionerView;
  places: readonly Place[];
  /** The places that j and k step through, beside what differs in schedules. */
  rows: readonly Place[];
  connection: Connection | undefined;
  planName: PlanNames;
  returned: boolean;
}

/** What one does at a practitioner: which place is chosen, which is edited, and what is staged or decided there. */
export function useRecordDesk({ indexId, view, places, rows, connection, planName, returned }: RecordDeskInput) {
  const client = useQueryClient();
  const { here, gone, chosen: selected, choose, chooseOther } = useChosenPlace(places, rows);
  const focusBack = useFocusBack();
  /** What is edited, and the page as it was when that began: a row that is edited shows the standard value no more. */
  const [edited, setEdited] = useState<{ id: string; from: PractitionerView } | null>(null);
  const editing = edited?.id ?? null;
  const setEditing = (id: string | null) => setEdited(id === null ? null : { id, from: view });
  const editPlace = (place: Place) => {
    choose(place);
    setEditing(place.id);
  };
  const typedAt = (id: string) => `${indexId} ${id}`;
  const hasTyped = (id: string) => typedIn(client, typedAt(id)) !== null;
  /** What was typed is kept. */
  const leave = (id: string) => {
    setEditing(null);
    focusBack(id);
  };
  const cancel = (id: string) => {
    keepTyped(client, typedAt(id), null);
    leave(id);
  };
  const [resolving, setResolving] = useState<string | null>(null);
  const now = new Date(useNow());
  const drafts = view.changes.filter(({ state }) => state === "draft");
  const stage = useStage(indexId);
  const decisions = useDecisions(indexId, drafts, planName);
  const decidable = !view.index.readOnly;
  const editable = decidable && !returned;
  const lives = recordsOf(view).filter(({ record }) => hasLife(record, view.changes));
  const life =
    lives.find(({ record }) => selected === lifeKey(record)) ??
    (selected === null ? lives.find(({ record }) => record.type === "practitioner") : undefined);
  const editorOf = (id: string) => ({ typedAt: typedAt(id), onLeave: () => leave(id), onCancel: () => cancel(id) });
  const viewOf = (place: Place) =>
    recordsOf(view).find(({ record }) => recordKey(record) === recordKey(place.record)) ?? view.practitioner;
  const changeOf = (place: Place) => view.changes.find(({ id }) => id === place.leaf.override?.changeId);
  const canEdit = (place: Place) => editable && isWritable(connection, place.record.type, place.field.key);

  const send = (changes: readonly FieldChange[], from = view) =>
    stage
      .mutateAsync({ changes: withSeen(recordsOf(from), changes), draftsBefore: drafts })
      .then(() => true)
      .catch(() => false);
  const stageAndLeave = async (changes: readonly FieldChange[]) => {
    if (edited !== null && (await send(changes, edited.from))) cancel(edited.id);
  };
  const decide = async (place: Place, decision: Decision) => {
    choose(place);
    await decisions.ask(place, decision);
    focusBack(place.id);
  };
  const discard = async (place: Place) => {
    choose(place);
    await decisions.discard(place);
    focusBack(place.id);
  };
  const openConflict = (place: Place) => {
    choose(place);
    setResolving(place.id);
  };
  const closeConflict = (place: Place) => {
    setResolving(null);
    focusBack(place.id);
  };
  const move = (by: number) => {
    const shown = [
      ...rows,
      ...places.filter(({ record, leaf }) => record.type !== "practitioner" && shownVerdict(leaf) !== "same"),
    ];
    const at = shown.findIndex(({ id }) => id === here?.id);
    const next = shown[Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next === undefined) return;
    choose(next);
    document.querySelector<HTMLElement>(`[data-place="${CSS.escape(next.id)}"]`)?.focus();
  };
  const decideKey = (decision: "keep ours" | "take base") => {
    if (here !== undefined && !gone && decidable && verbsOf(here.leaf).some((verb) => verb.decision === decision))
      void decide(here, decision);
  };
  useKeys([
    { keys: "j", label: "Next field", group: "Fields", run: () => move(1) },
    { keys: "k", label: "Previous field", group: "Fields", run: () => move(-1) },
    {
      keys: "e",
      label: "Edit or resolve",
      group: "Fields",
      run: () => {
        if (here === undefined || gone || !decidable) return;
        if (here.leaf.verdict === "conflict") openConflict(here);
        else if (here.field.key === acceptedInsurances && editable) setEditing(recordKey(here.record));
        else if (canEdit(here)) editPlace(here);
      },
    },
    { keys: "o", label: "Keep ours", group: "Fields", run: () => decideKey("keep ours") },
    { keys: "b", label: "Take base", group: "Fields", run: () => decideKey("take base") },
  ]);

  const noteOf = (place: Place) => {
    const { leaf } = place;
    const made = changeOf(place);
    if (leaf.verdict === "same" || leaf.verdict === null) return null;
    if (leaf.verdict === "ours" && made !== undefined && made.evidence !== null)
      return `${made.evidence.reason}, ${formatDay(new Date(made.createdAt), now)}`;
    const { base } = leaf.values;
    if (base === null) return null;
    if ("absent" in base) return leaf.verdict === "base moved" ? "gone from base" : "not in base";
    if (leaf.values.effective !== null && "absent" in leaf.values.effective)
      return leaf.verdict === "base moved" ? "new in base" : "left out here";
    return `base ${leaf.verdict === "ours" ? "says" : "now"} ${wordsOfReading(base)}`;
  };

  return {
    here,
    gone,
    /** The record whose creation or deletion is told beside the fields. */
    life,
    showLife: (record: RecordKey) => {
      chooseOther(lifeKey(record));
      // On a narrow screen the rail lies below the fields.
      requestAnimationFrame(() => document.querySelector("[data-life]")?.scrollIntoView({ block: "nearest" }));
    },
    selected,
    editing,
    decidable,
    editable,
    /** While a decision is under way nothing else is decided. */
    deciding: decisions.busy,
    decide,
    discard,
    busy: stage.isPending,
    viewOf,
    canEdit,
    send: (changes: readonly FieldChange[]) => send(changes),
    stageAndLeave,
    openConflict,
    select: choose,
    edit: setEditing,
    /** Where what is typed for it is kept, and the two ways out of its editor: what was typed stays, or is forgotten. */
    editorOf,
    hasTyped,
    change: (place: Place, operation: FieldChange["operation"]) =>
      send([{ record: place.record, field: place.field.key, operation }]),
    rowOf: (place: Place) => ({
      place,
      returned,
      current: life === undefined && here?.id === place.id,
      editing: editing === place.id,
      busy: stage.isPending,
      note: returned ? null : hasTyped(place.id) ? "typed, not staged" : noteOf(place),
      onSelect: () => choose(place),
      ...editorOf(place.id),
    }),
    verbsFor: (place: Place, more: readonly MenuVerb[] = []) =>
      returned ? null : (
        <PlaceVerbs
          place={place}
          decidable={decidable}
          busy={decisions.busy}
          onDecide={(decision) => void decide(place, decision)}
          onResolve={() => openConflict(place)}
          onDiscard={() => void discard(place)}
          onEdit={canEdit(place) ? () => editPlace(place) : undefined}
          more={more}
        />
      ),
    cardOf: (place: Place) =>
      resolving === place.id && place.leaf.verdict === "conflict" ? (
        <li>
          <ConflictCard
            place={place}
            change={changeOf(place)}
            baseSince={viewOf(place).against.fetchedAt}
            busy={decisions.busy}
            onClose={() => closeConflict(place)}
            onResolve={(resolution) =>
              void decisions.resolve(place, resolution).then((done) => done !== null && closeConflict(place))
            }
          />
        </li>
      ) : null,
  };
}

const lifeKey = (record: RecordKey) => `life of ${recordKey(record)}`;

export type RecordDesk = ReturnType<typeof useRecordDesk>;
