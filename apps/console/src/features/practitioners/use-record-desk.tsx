import type { Connection, PractitionerView, RecordKey } from "@dc/contract";
import { useState } from "react";
import { ConflictCard } from "#/features/changes/conflict-card.tsx";
import { isWritable, keyOfRecord, shownVerdict, type Place } from "#/features/changes/leaf.ts";
import { useStage } from "#/features/changes/mutations.ts";
import { wordsOfReading } from "#/features/changes/reading-value.tsx";
import { type FieldChange, withSeen } from "#/features/changes/seen.ts";
import { useDecisions } from "#/features/changes/use-decisions.ts";
import { verbsOf } from "#/features/changes/verbs.ts";
import { hasLife } from "#/features/records/life.ts";
import { formatDay } from "#/ui/format-time.ts";
import { useKeys } from "#/ui/keys.tsx";
import type { MenuVerb } from "#/ui/menu-button.tsx";
import { useNow } from "#/ui/now.ts";
import { PlaceVerbs } from "./place-verbs.tsx";
import { recordsOf } from "./records-of.ts";
import { acceptedField } from "./schedule-block.tsx";

export interface RecordDeskInput {
  indexId: string;
  view: PractitionerView;
  places: readonly Place[];
  /** The places that j and k step through, beside what differs in schedules. */
  rows: readonly Place[];
  connection: Connection | undefined;
  returned: boolean;
}

/** What one does at a practitioner: which place is chosen, which is edited, and what is staged or decided there. */
export function useRecordDesk({ indexId, view, places, rows, connection, returned }: RecordDeskInput) {
  const [selected, setSelected] = useState<string | null>(null);
  /** What is edited, and the page as it was when that began: a row that is edited shows the standard value no more. */
  const [edited, setEdited] = useState<{ id: string; from: PractitionerView } | null>(null);
  const editing = edited?.id ?? null;
  const setEditing = (id: string | null) => setEdited(id === null ? null : { id, from: view });
  const [resolving, setResolving] = useState<string | null>(null);
  const now = new Date(useNow());
  const drafts = view.changes.filter(({ state }) => state === "draft");
  const stage = useStage(indexId);
  const decisions = useDecisions(indexId, drafts);
  const decidable = !view.index.readOnly;
  const editable = decidable && !returned;
  const lives = recordsOf(view).filter(({ record }) => hasLife(record, view.changes));
  const life =
    lives.find(({ record }) => selected === lifeKey(record)) ??
    (selected === null ? lives.find(({ record }) => record.type === "practitioner") : undefined);
  const here =
    places.find(({ id }) => id === selected) ??
    places.find(({ leaf }) => leaf.verdict !== null && leaf.verdict !== "same") ??
    rows[0];
  const viewOf = (place: Place) =>
    recordsOf(view).find(({ record }) => keyOfRecord(record) === keyOfRecord(place.record)) ?? view.practitioner;
  const changeOf = (place: Place) => view.changes.find(({ id }) => id === place.leaf.override?.changeId);
  const canEdit = (place: Place) => editable && isWritable(connection, place.record.type, place.field.key);

  const send = (changes: readonly FieldChange[], from = view) =>
    stage
      .mutateAsync({ changes: withSeen(recordsOf(from), changes), draftsBefore: drafts })
      .then(() => true)
      .catch(() => false);
  const stageAndLeave = async (changes: readonly FieldChange[]) => {
    if (await send(changes, edited?.from)) setEditing(null);
  };
  const openConflict = (place: Place) => {
    setSelected(place.id);
    setResolving(place.id);
  };
  const move = (by: number) => {
    const shown = [
      ...rows,
      ...places.filter(({ record, leaf }) => record.type !== "practitioner" && shownVerdict(leaf) !== "same"),
    ];
    const at = shown.findIndex(({ id }) => id === here?.id);
    const next = shown[Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next === undefined) return;
    setSelected(next.id);
    document.querySelector<HTMLElement>(`[data-place="${CSS.escape(next.id)}"]`)?.focus();
  };
  const decideKey = (decision: "keep ours" | "take base") => {
    if (here !== undefined && decidable && verbsOf(here.leaf).some((verb) => verb.decision === decision))
      void decisions.ask(here, decision);
  };
  useKeys([
    { keys: "j", label: "Next field", group: "Fields", run: () => move(1) },
    { keys: "k", label: "Previous field", group: "Fields", run: () => move(-1) },
    {
      keys: "e",
      label: "Edit or resolve",
      group: "Fields",
      run: () => {
        if (here === undefined || !decidable) return;
        if (here.leaf.verdict === "conflict") openConflict(here);
        else if (here.field.key === acceptedField && editable) setEditing(keyOfRecord(here.record));
        else if (canEdit(here)) setEditing(here.id);
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
    /** The record whose creation or deletion is told beside the fields. */
    life,
    showLife: (record: RecordKey) => {
      setSelected(lifeKey(record));
      // On a narrow screen the rail lies below the fields.
      requestAnimationFrame(() => document.querySelector("[data-life]")?.scrollIntoView({ block: "nearest" }));
    },
    selected,
    editing,
    decidable,
    editable,
    decisions,
    busy: stage.isPending,
    viewOf,
    canEdit,
    send: (changes: readonly FieldChange[]) => send(changes),
    stageAndLeave,
    openConflict,
    select: (place: Place) => setSelected(place.id),
    edit: setEditing,
    change: (place: Place, operation: FieldChange["operation"]) =>
      send([{ record: place.record, field: place.field.key, operation }]),
    rowOf: (place: Place) => ({
      place,
      returned,
      current: life === undefined && here?.id === place.id,
      editing: editing === place.id,
      busy: stage.isPending,
      note: returned ? null : noteOf(place),
      onSelect: () => setSelected(place.id),
      onLeave: () => setEditing(null),
    }),
    verbsFor: (place: Place, more: readonly MenuVerb[] = []) =>
      returned ? null : (
        <PlaceVerbs
          place={place}
          decidable={decidable}
          onDecide={(decision) => void decisions.ask(place, decision)}
          onResolve={() => openConflict(place)}
          onDiscard={() => decisions.discard(place)}
          onEdit={canEdit(place) ? () => setEditing(place.id) : undefined}
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
            onClose={() => setResolving(null)}
            onResolve={(resolution) =>
              void decisions.resolve(place, resolution).then((done) => done !== null && setResolving(null))
            }
          />
        </li>
      ) : null,
  };
}

const lifeKey = (record: RecordKey) => `life of ${keyOfRecord(record)}`;

export type RecordDesk = ReturnType<typeof useRecordDesk>;
